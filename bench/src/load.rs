//! Many at once, each doing the same again and again.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use crate::Outcome;

/// What one of many does at its turn; it is told how many turns it has had.
pub(crate) type Job = Box<dyn FnMut(usize) -> Outcome<()>>;

/// How long each turn took.
#[derive(Debug, Clone, Default)]
pub(crate) struct Measured {
    /// In microseconds.
    turns: Vec<u64>,
    /// How many there were, those of the time to warm up included.
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

    /// What each turn has of something that all of them took together.
    pub(crate) fn share_of(&self, all: Duration) -> Duration {
        all.checked_div(u32::try_from(self.all_turns).unwrap_or(u32::MAX))
            .unwrap_or_default()
    }

    /// The time in milliseconds that this many of a hundred turns did not exceed.
    pub(crate) fn percentile(&self, percent: usize) -> f64 {
        let mut sorted = self.turns.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
        let microseconds = sorted.get(place).copied().unwrap_or_default();
        Duration::from_micros(microseconds).as_secs_f64() * 1000.0
    }
}

/// Until when the turns go on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Until {
    /// For this long, after a quarter of it to warm up. What ends within the time counts, whenever it began: a long turn
    /// at one end of the time makes up for one at the other.
    Passed(Duration),
    /// As long, by people who look at what they got before they ask again: a pause before each turn, which is no part of it.
    PassedWithPauses(Duration, Duration),
    /// This many turns each, with no time to warm up.
    Turns(usize),
}

/// Lets many do a job at once. `prepare` makes ready one of them, whose number it is told, before time is taken.
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
            Until::Passed(time) => turns_within(time, Duration::ZERO, job?),
            Until::PassedWithPauses(time, pause) => turns_within(time, pause, job?),
            Until::Turns(number) => so_many_turns(number, job?),
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

fn turns_within(time: Duration, pause: Duration, mut job: Job) -> Outcome<Measured> {
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

fn so_many_turns(many: usize, mut job: Job) -> Outcome<Measured> {
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
