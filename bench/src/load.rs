//! Load generator: several threads that repeat a job.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use crate::Outcome;

/// The job of one thread. Its argument is the number of turns so far.
pub(crate) type Job = Box<dyn FnMut(usize) -> Outcome<()>>;

#[derive(Debug, Clone, Default)]
pub(crate) struct Measured {
    /// Duration of each measured turn, in microseconds.
    turns: Vec<u64>,
    /// Number of all turns, including the warm-up.
    all_turns: usize,
    time: Duration,
}

impl Measured {
    pub(crate) fn add(&mut self, other: Self) {
        self.turns.extend(other.turns);
        self.all_turns += other.all_turns;
        self.time += other.time;
    }

    pub(crate) fn per_second(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "far below 2 to the 52nd")]
        let turns = self.turns.len() as f64;
        turns / self.time.as_secs_f64().max(f64::EPSILON)
    }

    pub(crate) fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Returns the share of one turn in a total that all turns took together.
    pub(crate) fn share_of(&self, all: Duration) -> Duration {
        all.checked_div(u32::try_from(self.all_turns).unwrap_or(u32::MAX))
            .unwrap_or_default()
    }

    /// Returns the duration in milliseconds that `percent` of the turns did not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.turns.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
        let microseconds = sorted.get(place).copied().unwrap_or_default();
        Duration::from_micros(microseconds).as_secs_f64() * 1000.0
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Until {
    /// Runs for this time, after a warm-up of a quarter of it. Every turn that ends within the time
    /// counts. A long turn that began before makes up for one that ends too late.
    Passed(Duration),
    /// Like `Passed` with the first duration, and pauses for the second one before each turn. The
    /// pause is not part of the turn. It stands for people who read a page before they continue.
    PassedWithPauses(Duration, Duration),
    /// Makes this number of turns per thread, without a warm-up.
    Turns(usize),
}

/// Runs jobs on `many` threads at once. `prepare` creates the job of each thread, by its number,
/// before the measurement starts.
pub(crate) fn run(
    many: usize,
    until: Until,
    prepare: &(dyn Fn(usize) -> Outcome<Job> + Sync),
) -> Outcome<Measured> {
    let all_ready = Barrier::new(many);
    let work = |number| {
        let job = prepare(number);
        all_ready.wait();
        match until {
            Until::Passed(time) => run_for(time, Duration::ZERO, job?),
            Until::PassedWithPauses(time, pause) => run_for(time, pause, job?),
            Until::Turns(number) => run_times(number, job?),
        }
    };
    let parts: Vec<Outcome<Measured>> = std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..many)
            .map(|number| scope.spawn(move || work(number)))
            .collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|_| Err("a thread died".into()))
        };
        threads.into_iter().map(join).collect()
    });
    let mut sum = Measured::default();
    for part in parts {
        let part = part?;
        sum.turns.extend(part.turns);
        sum.all_turns += part.all_turns;
        sum.time = sum.time.max(part.time);
    }
    Ok(sum)
}

fn run_for(time: Duration, pause: Duration, mut job: Job) -> Outcome<Measured> {
    let mut turns = Vec::with_capacity(4096);
    let mut all_turns = 0;
    let mut last = Instant::now();
    let begin = last + time / 4;
    let end = begin + time;
    for number in 0.. {
        if !pause.is_zero() {
            std::thread::sleep(pause);
            last = Instant::now();
        }
        job(number)?;
        all_turns += 1;
        let now = Instant::now();
        if now > end {
            break;
        }
        if now >= begin {
            turns.push(u64::try_from((now - last).as_micros())?);
        }
        last = now;
    }
    Ok(Measured {
        turns,
        all_turns,
        time,
    })
}

fn run_times(many: usize, mut job: Job) -> Outcome<Measured> {
    let mut turns = Vec::with_capacity(many);
    let begun = Instant::now();
    let mut last = begun;
    for number in 0..many {
        job(number)?;
        let now = Instant::now();
        turns.push(u64::try_from((now - last).as_micros())?);
        last = now;
    }
    Ok(Measured {
        all_turns: turns.len(),
        turns,
        time: last - begun,
    })
}
