// Tones by the kind of what happened. The audio begins with a press, as browsers want it.

const TONES = { step: [330, 0.04], roll: [220, 0.09], turn: [523, 0.12] };
let audio = null;

export function sound(setting, kind) {
  const tone = TONES[kind];
  if (setting !== "on" || !tone || !globalThis.AudioContext) return;
  audio ??= new AudioContext();
  const [pitch, length] = tone, now = audio.currentTime;
  const oscillator = audio.createOscillator(), gain = audio.createGain();
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0.08, now);
  gain.gain.exponentialRampToValueAtTime(0.001, now + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(now);
  oscillator.stop(now + length);
}
