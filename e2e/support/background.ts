import type { Room, RoomParts } from "../../server/rooms.ts";

type Work = { stop(): Promise<void> };

/**
 * The work that rooms do all the time. Each of its loops asks the database every second, in each server of a run, so it
 * runs only for tests that need it.
 */
export class Background {
  /** The rooms, for a server whose background work is switched here. */
  readonly rooms: readonly Room[];
  readonly #starts = new Map<Room, () => Work>();
  #running: Work[] = [];
  #isOn: boolean;

  constructor(rooms: readonly Room[], isOn: boolean) {
    this.#isOn = isOn;
    this.rooms = rooms.map((room) => (room.start ? { ...room, start: this.#register(room) } : room));
  }

  async set(isOn: boolean): Promise<void> {
    if (this.#isOn === isOn) return;
    this.#isOn = isOn;
    if (isOn) this.#running = [...this.#starts.values()].map((start) => start());
    else await this.#stop();
  }

  #register(room: Room): (parts: RoomParts) => Work {
    return (parts) => {
      const start = () => room.start!(parts);
      this.#starts.set(room, start);
      if (this.#isOn) this.#running.push(start());
      return {
        stop: async () => {
          this.#starts.delete(room);
          await this.#stop();
        },
      };
    };
  }

  async #stop(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((work) => work.stop()));
  }
}
