/** Short sounds, made on the spot; off until somebody turns them on. */

import { recall, remember } from "./memory";

const KEY = "codepegs.sound";
/** Frequencies in hertz of the notes of each sound, one after another. */
const NOTES = { peg: [392], reply: [523, 659], won: [523, 659, 784, 1047] } as const;
const SECONDS = 0.09;
const LOUDNESS = 0.08;

class Sound {
  isOn = $state(recall<boolean>(KEY, false) === true);
  private context: AudioContext | null = null;

  toggle(): void {
    this.isOn = !this.isOn;
    remember(KEY, this.isOn);
    this.play("peg");
  }

  play(name: keyof typeof NOTES): void {
    if (!this.isOn || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    const { context } = this;
    for (const [n, frequency] of NOTES[name].entries()) {
      const [note, volume] = [context.createOscillator(), context.createGain()];
      const start = context.currentTime + n * SECONDS;
      note.frequency.value = frequency;
      volume.gain.setValueAtTime(LOUDNESS, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + SECONDS * 1.6);
      note.connect(volume).connect(context.destination);
      note.start(start);
      note.stop(start + SECONDS * 1.7);
    }
  }
}

export const sound = new Sound();
