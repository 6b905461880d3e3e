// One tap, one try: a second would come too late, and be told that the code has been used.

let sent = false;
document.querySelector("form").addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  sent = true;
});
addEventListener("pageshow", () => (sent = false));
