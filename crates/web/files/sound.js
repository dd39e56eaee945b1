// Tones by the kind of what happened, each of one or more pitches and a length. The audio begins with a
// press, as browsers want it.

const TONES = {
  step: [[330], 0.04], roll: [[220, 247, 208], 0.05], turn: [[523, 659], 0.1], slain: [[392, 523, 659], 0.1],
  lost: [[294, 220, 165], 0.12], capture: [[587, 294], 0.09], trick: [[440, 554], 0.07], end: [[392, 494, 587, 784], 0.15],
};
let audio = null;

export function sound(setting, kind) {
  const tone = TONES[kind];
  if (setting !== "on" || !tone || !globalThis.AudioContext) return;
  audio ??= new AudioContext();
  const [pitches, length] = tone;
  pitches.forEach((pitch, place) => {
    const begins = audio.currentTime + place * length, oscillator = audio.createOscillator(), gain = audio.createGain();
    oscillator.frequency.value = pitch;
    gain.gain.setValueAtTime(0.08, begins);
    gain.gain.exponentialRampToValueAtTime(0.001, begins + length);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(begins);
    oscillator.stop(begins + length);
  });
}
