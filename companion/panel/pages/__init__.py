"""The dialogue: what the keys mean now. A page is a value; a key turns it into the next one."""
