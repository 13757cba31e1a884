// Small sounds, for those who switch them on: a card laid down, a card refused, a game won. Made here, fetched from nowhere.

/** For each occasion the tones: hertz, and when and how long in seconds. */
const TONES = { card: [[330, 0, 0.05]], refused: [[150, 0, 0.12]], won: [[523, 0, 0.14], [659, 0.13, 0.14], [784, 0.26, 0.3]],
  lost: [[196, 0, 0.3]] };
let context = null;

/** @param {keyof typeof TONES} occasion */
export function sound(occasion) {
  try {
    context ??= new AudioContext();
    for (const [hertz, after, long] of TONES[occasion]) {
      const tone = context.createOscillator(), volume = context.createGain(), at = context.currentTime + after;
      tone.type = "triangle";
      tone.frequency.value = hertz;
      volume.gain.setValueAtTime(0.12, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + long);
      tone.connect(volume).connect(context.destination);
      tone.start(at);
      tone.stop(at + long);
    }
  } catch { /* a browser without sound */ }
}
