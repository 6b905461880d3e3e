"""Devices on the table: keypad, number pad, OLED, lights, buzzer. They know keys and pixels, no tickets."""
