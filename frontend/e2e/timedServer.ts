import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Server } from './server';

/** The product with a clock that a file sets (`bootstrap/examples/clock_ahead.rs`). */
const BINARY =
  process.env.ADITUS_E2E_CLOCK_BINARY ??
  join(dirname(process.env.ADITUS_E2E_BINARY!), 'examples', 'clock_ahead');

/** A server with demo data whose clock the test moves forward. */
export class TimedServer extends Server {
  private readonly clock = join(this.folder, 'clock');
  /** The number of seconds by which its clock is ahead of that of the machine. */
  secondsAhead = 0;

  constructor() {
    super();
    this.binary = BINARY;
    this.settings.CLOCK_AHEAD_FILE = this.clock;
  }

  /** Moves the clock forward to this time, at once. Sessions may end by it. */
  moveTo(time: Date): void {
    this.secondsAhead = Math.ceil((time.getTime() - Date.now()) / 1000);
    // Renamed, so that the server reads no file that is half written.
    writeFileSync(`${this.clock}.new`, String(this.secondsAhead));
    renameSync(`${this.clock}.new`, this.clock);
  }

  /** Starts with the clock at this time. */
  async startAt(time: Date): Promise<void> {
    this.moveTo(time);
    await this.start('--demo');
  }

  /**
   * Starts again with the clock at this time. Workers wait in real time for their next run, and the
   * first one is at the start.
   */
  async restartAt(time: Date): Promise<void> {
    await this.kill();
    await this.startAt(time);
  }
}
