// The buzzer: one square voice, kept gentle. A browser lets it sound only after the first gesture.

const VOLUME = 0.04;
const EDGE = 0.004; // seconds: a tone that starts or stops at once would click

export class Sound {
  constructor(button) {
    this.on = true;
    this.voice = null;
    button.addEventListener("click", () => {
      this.on = !this.on;
      button.setAttribute("aria-pressed", String(this.on));
      if (!this.on) this.stop();
    });
    // Which of them counts as a gesture differs: a finger's pointerdown may still become a scroll.
    for (const gesture of ["pointerdown", "pointerup", "click", "keydown"]) {
      addEventListener(gesture, () => this.wake(), { capture: true });
    }
  }

  wake() {
    this.context ??= new AudioContext();
    // A phone call interrupts it, where others only know suspended.
    if (["suspended", "interrupted"].includes(this.context.state)) this.context.resume().catch(() => {});
  }

  stop() {
    this.voice?.stop();
    this.voice = null;
  }

  play(tune) {
    this.stop();
    if (!this.on || this.context?.state !== "running" || !tune.length) return;
    const voice = this.context.createOscillator();
    const gain = this.context.createGain();
    voice.type = "square";
    gain.gain.value = 0;
    voice.connect(gain).connect(this.context.destination);
    let now = this.context.currentTime + 0.01;
    for (const [hertz, seconds] of tune) {
      if (hertz > 0 && seconds > 2 * EDGE) {
        voice.frequency.setValueAtTime(hertz, now);
        gain.gain.setValueAtTime(0, now);
        gain.gain.linearRampToValueAtTime(VOLUME, now + EDGE);
        gain.gain.setValueAtTime(VOLUME, now + seconds - EDGE);
        gain.gain.linearRampToValueAtTime(0, now + seconds);
      }
      now += seconds;
    }
    voice.start();
    voice.stop(now);
    this.voice = voice;
  }
}
