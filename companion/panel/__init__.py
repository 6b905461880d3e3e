"""The box's own surface: keys become commands, views become pictures, lights and tones."""
