//! Variants of a player: a personality with other figures, or an agent with other parameters.

use super::ranges::{
    MOST, Range, Scale, alone, check_keys, combinations, split_ranges, value_text,
};
use crate::config::{Error, did_you_mean, nearest};
use rivals_core::personalities::{Habits, Member, Personality, Roster, Scale as Figure, Values};
use rivals_core::play::{AgentKind, AgentKinds, AgentSpec, Parameter, ParameterValues};
use rivals_core::sentences::Sentences;

/// The variants of a player that ranges describe.
#[derive(Clone, Debug, PartialEq)]
pub struct Variants {
    /// The id of the personality, or the agent's text without ranges.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The player without changes; `None` for an agent whose text leaves out a swept parameter
    /// that has no default.
    pub unchanged: Option<Member>,
    /// The keys that are varied, one or two, with their values of the unchanged player.
    pub keys: Vec<(String, Option<f64>)>,
    /// By key: the words that its values are the places of; empty for numbers.
    pub words: Vec<Vec<String>>,
    /// The ranges in one spelling, `key=from..to:steps` or `key=value,value`.
    pub ranges: Vec<String>,
    /// The values of each variant in the order of the keys, and the variant.
    pub members: Vec<(Vec<f64>, Member)>,
    /// By key: the range of its values.
    pub spans: Vec<Span>,
    /// Whether each variant differs from the unchanged player in one key alone, and none is equal
    /// to it.
    pub alone: bool,
    /// Why some values have no variant.
    pub left_out: Vec<String>,
}

/// The values of a key.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
}

/// The ranges of a sweep.
struct Ranges<'a> {
    all: Vec<Range<'a>>,
    /// If each varies alone, and not with the others: how many values it has.
    steps: Option<usize>,
    /// The values of the only variant, if there is one.
    only: Option<&'a [f64]>,
}

/// The variants of a player by one or two ranges or lists. A player may be any agent of the game, whose
/// text may have a range instead of a value: `alphabeta:depth=1..6`.
///
/// With `all`, each trait or parameter varies alone, with this number of values where its range has
/// no `STEPS`: over its range, or over its scale where it has none. A parameter or a number of
/// sentences, which has no scale to speak of, then varies from half its value to twice its value, and
/// a word over all words.
///
/// # Errors
/// [`Error`], if there is no such player, or for a range that is wrong.
pub fn variants(
    roster: &Roster,
    player: &str,
    ranges: &[String],
    all: Option<usize>,
) -> Result<Variants, Error> {
    planned(roster, player, ranges, all, None)
}

/// The variant of a player that has these values, one for each of the ranges.
///
/// # Errors
/// As [`variants`], and if no such player can play.
pub fn variant(
    roster: &Roster,
    player: &str,
    ranges: &[String],
    values: &[f64],
) -> Result<Member, Error> {
    // Each key has a range, so that the number of steps of other keys does not matter.
    let mut found = planned(roster, player, ranges, Some(2), Some(values))?;
    Ok(found.members.pop().expect("no error left it out").1)
}

fn planned(
    roster: &Roster,
    player: &str,
    ranges: &[String],
    all: Option<usize>,
    only: Option<&[f64]>,
) -> Result<Variants, Error> {
    let (inside, plain) = split_ranges(player);
    if inside.first().is_some_and(|range| player.starts_with(&**range)) {
        let help = format!(
            "write a player before its ranges, such as {}; a range is of a trait, a value or a \
             parameter of the player, and not of the rules",
            example(roster, "", false)
        );
        return Err(Error::refused(format!("{player:?} is a range and not a player"), help));
    }
    if all.is_some() && only.is_none() {
        check_complete(roster, &plain)?;
    }
    let example = &example(roster, &plain, all.is_some());
    let read = |text| Range::read(text, |_| example.clone());
    let mut ranges =
        inside.iter().chain(ranges).map(|text| read(text)).collect::<Result<Vec<_>, _>>()?;
    let scales = all.map(|steps| scales(roster, &plain, steps)).transpose()?.unwrap_or_default();
    let own = ranges.iter().map(|range| range.key.clone()).collect::<Vec<_>>();
    let lacking =
        scales.iter().filter(|text| !own.iter().any(|key| text.starts_with(&format!("{key}="))));
    ranges.extend(lacking.map(|text| read(text)).collect::<Result<Vec<_>, _>>()?);
    if ranges.is_empty() {
        let help = match all {
            Some(_) => format!("vary a player that has traits or parameters, such as {example}"),
            None => format!("add a range, such as {example}"),
        };
        return Err(Error::refused(format!("nothing of {plain} is varied"), help));
    }
    check_keys(&ranges, all.is_some(), "trait or parameter")?;
    let ranges = &Ranges { all: ranges, steps: all, only };
    match roster.find(&plain) {
        Some(Member::Personality(personality)) => {
            of_personality(personality, figures(roster, personality), ranges)
        }
        Some(member @ Member::Agent(AgentSpec { player: Some(player), .. })) => {
            of_sentences(member, player, ranges)
        }
        _ => of_agent(roster, &plain, ranges),
    }
}

/// Refuses an agent that leaves out a parameter without a default, if all its parameters vary: each
/// variant has the agent's own values of the others.
fn check_complete(roster: &Roster, plain: &str) -> Result<(), Error> {
    let agent = AgentSpec::split(plain, roster.agents).filter(|_| roster.find(plain).is_none());
    let Some((kind, given)) = agent.filter(|(kind, given)| kind.with(given).is_err()) else {
        return Ok(());
    };
    // A value that is wrong is refused where the variants are made.
    let Some(agent) = complete(kind, &given) else {
        return Ok(());
    };
    let missing: Vec<_> = missing(kind, &given).map(|parameter| parameter.name).collect();
    let help =
        format!("give a value, with which the others are compared, such as {}", agent.as_str());
    Err(Error::refused(format!("{plain} leaves out {}", missing.join(", ")), help))
}

/// The parameters without a default that are not among these values.
fn missing(
    kind: &'static AgentKind,
    given: &[(&str, &str)],
) -> impl Iterator<Item = &'static Parameter> {
    let is_missing = move |of: &&'static Parameter| {
        of.values.default().is_none() && given.iter().all(|(name, _)| *name != of.name)
    };
    kind.parameters.iter().filter(is_missing)
}

/// The agent of this kind with these values, and with small ones of what they leave out; `None` if
/// one of them is wrong.
fn complete(kind: &'static AgentKind, given: &[(&str, &str)]) -> Option<AgentSpec> {
    let small = |parameter: &Parameter| match parameter.values {
        ParameterValues::Whole { low, high, .. } => Some(high.min(low + 5).to_string()),
        _ => None,
    };
    let added = missing(kind, given).map(|of| Some((of.name, small(of)?)));
    let added: Vec<(&str, String)> = added.collect::<Option<_>>()?;
    let added = added.iter().map(|(name, value)| (*name, value.as_str()));
    kind.with(&given.iter().copied().chain(added).collect::<Vec<_>>()).ok()
}

/// A player with a range: this one, or another of the roster if nothing of this one can vary. If `all`
/// parameters vary, an agent has a value of each.
fn example(roster: &Roster, player: &str, all: bool) -> String {
    let of_member = |member: &Member| match member {
        Member::Personality(personality) => {
            Some(format!("{} risk_aversion=-1..1:9", personality.id))
        }
        Member::Agent(_) => None,
    };
    let of_kind = |kind: &'static AgentKind| {
        let agent = complete(kind, &[]).filter(|_| all);
        let name = agent.as_ref().map_or(kind.name, AgentSpec::as_str);
        kind.parameters.iter().find_map(|parameter| {
            Some(format!("{name} {}", scale_of(parameter)?.example(parameter.name)))
        })
    };
    let head = player.split([':', '-']).next().unwrap_or_default();
    let this = || roster.agents.iter().find(|kind| kind.name == head).and_then(of_kind);
    (roster.find(player).and_then(of_member).or_else(this))
        .or_else(|| roster.members.iter().find_map(of_member))
        .or_else(|| roster.agents.iter().find_map(of_kind))
        .unwrap_or_else(|| "carla risk_aversion=-1..1:9".to_owned())
}

fn of_agent(roster: &Roster, plain: &str, ranges: &Ranges<'_>) -> Result<Variants, Error> {
    let Some((kind, fixed)) = AgentSpec::split(plain, roster.agents) else {
        return Err(roster.member(plain).expect_err("a text of no kind names no agent").into());
    };
    let scale = |range: &Range<'_>| {
        let names = || kind.parameters.iter().map(|parameter| parameter.name);
        let parameter = (kind.parameters.iter()).find(|parameter| parameter.name == range.key);
        let parameter = parameter.ok_or_else(|| {
            let near = did_you_mean(&range.key, names());
            let all: Vec<&str> = names().collect();
            let help = if all.is_empty() {
                format!("vary an agent with parameters: {}", list(roster.agents))
            } else {
                format!("{near}it has {}", all.join(", "))
            };
            Error::refused(format!("{} has no parameter {:?}", kind.name, range.key), help)
        })?;
        let scale = scale_of(parameter).ok_or_else(|| {
            let help = "vary a parameter that is a whole number or a word";
            Error::refused(format!("{} is neither a number nor a word", parameter.name), help)
        })?;
        let before = fixed.iter().find(|(name, _)| *name == parameter.name);
        let before = before.map(|(_, value)| (*value).to_owned());
        let before = before.or_else(|| parameter.values.default());
        let before = before.and_then(|value| match &*scale.words {
            [] => value.parse().ok(),
            words => words.iter().position(|word| *word == value).map(|place| place as f64),
        });
        Ok(Scale { unchanged: before, ..scale })
    };
    let member = |keys: &[(String, Option<f64>)], values: &[f64]| {
        let written = |(key, value): (&(String, Option<f64>), &f64)| {
            let parameter = kind.parameters.iter().find(|parameter| parameter.name == key.0);
            let scale = parameter.and_then(scale_of).unwrap_or_default();
            value_text(&scale.words, *value)
        };
        let numbers: Vec<String> = keys.iter().zip(values).map(written).collect();
        let varied = keys.iter().zip(&numbers).map(|((key, _), number)| (&**key, &**number));
        let is_fixed = |(name, _): &(&str, &str)| keys.iter().all(|(key, _)| key != name);
        let given: Vec<_> = fixed.iter().copied().filter(is_fixed).chain(varied).collect();
        let refused = |help| Error::refused(format!("no variant of {plain} can play"), help);
        kind.with(&given).map(Member::Agent).map_err(refused)
    };
    let unchanged = kind.with(&fixed).ok().map(Member::Agent);
    of_player([plain, plain], unchanged, ranges, scale, member)
}

fn of_sentences(
    unchanged: &Member,
    player: &Sentences,
    ranges: &Ranges<'_>,
) -> Result<Variants, Error> {
    let names = || player.numbers().iter().map(|(name, _)| name.as_str());
    let scale = |range: &Range<'_>| {
        let number = player.numbers().iter().find(|(name, _)| *name == range.key);
        let &(_, unchanged) = number.ok_or_else(|| {
            let near = did_you_mean(&range.key, names());
            let help = match player.numbers() {
                [] => "add [numbers] to its file".to_owned(),
                _ => format!("{near}it has {}", names().collect::<Vec<_>>().join(", ")),
            };
            Error::refused(format!("{} has no number {:?}", player.id(), range.key), help)
        })?;
        Ok(Scale { low: -MOST, high: MOST, unchanged: Some(unchanged), ..Scale::default() })
    };
    let member = |keys: &[(String, Option<f64>)], values: &[f64]| {
        let numbers = keys.iter().zip(values).map(|((key, _), value)| (key.as_str(), *value));
        let varied = player.with(&numbers.collect::<Vec<_>>());
        let varied = varied.map_err(|error| Error::from(error.within(player.id())))?;
        Ok(Member::Agent(varied.into()))
    };
    of_player([player.id(); 2], Some(unchanged.clone()), ranges, scale, member)
}

/// The figures that can vary, in the order of [`Personality::with_figures`]: habits as well, if the
/// game is one of those that use them.
fn figures(roster: &Roster, of: &Personality) -> Vec<(Figure, f64)> {
    let habits = of.habit_figures().filter(|_| !roster.beside.is_empty());
    of.figures().chain(habits).collect()
}

fn of_personality(
    personality: &Personality,
    figures: Vec<(Figure, f64)>,
    ranges: &Ranges<'_>,
) -> Result<Variants, Error> {
    let keys = || figures.iter().map(|(scale, _)| scale.key);
    let scale = |range: &Range<'_>| match figures.iter().find(|(of, _)| of.key == range.key) {
        Some(&(of, figure)) => {
            let (low, high) = (of.low, of.high);
            Ok(Scale { low, high, unchanged: Some(figure), ..Scale::default() })
        }
        None => {
            let is_habit = Habits::SCALES.iter().any(|scale| scale.key == range.key);
            let help = match nearest(&range.key, keys()) {
                _ if is_habit => "it is a habit, which has no part in this game".to_owned(),
                Some(near) => format!("did you mean {near}?"),
                None => format!("there are {}", keys().collect::<Vec<_>>().join(", ")),
            };
            Err(Error::refused(format!("no trait or value is called {:?}", range.key), help))
        }
    };
    let member = |varied: &[(String, Option<f64>)], values: &[f64]| {
        let changed = figures.iter().map(|(scale, figure)| {
            let at = varied.iter().position(|(key, _)| key == scale.key);
            at.map_or(*figure, |at| values[at])
        });
        let changed = personality.with_figures(changed);
        if changed.values.figures() == [0.0; Values::SCALES.len()] {
            let help = "begin the range above 0, or vary a personality with another value";
            let is_value = |key: &str| Values::SCALES.iter().any(|scale| scale.key == key);
            let key = varied.iter().zip(values).find(|((key, _), of)| is_value(key) && **of == 0.0);
            let key = key.map_or("", |((key, _), _)| key);
            let message = format!("{key} = 0 leaves {} no value", personality.id);
            return Err(Error::refused(message, help));
        }
        Ok(Member::Personality(changed))
    };
    let unchanged = Some(Member::Personality(personality.clone()));
    of_player([&personality.id, &personality.name], unchanged, ranges, scale, member)
}

/// The values of a parameter; `None` of a time, and of a single word.
fn scale_of(parameter: &Parameter) -> Option<Scale> {
    match parameter.values {
        ParameterValues::Whole { low, high, .. } => {
            let (low, high) = (low as f64, high as f64);
            Some(Scale { low, high, whole: true, ..Scale::default() })
        }
        ParameterValues::OneOf { choices, .. } if choices.len() > 1 => {
            let words = choices.iter().map(|word| (*word).to_owned()).collect();
            Some(Scale { whole: true, words, ..Scale::default() })
        }
        _ => None,
    }
}

/// The range of every trait, parameter or number of a player, with this number of values.
fn scales(roster: &Roster, plain: &str, steps: usize) -> Result<Vec<String>, Error> {
    // From half a number to twice the number, in whole steps.
    let around = |key: &str, value: u64, low: u64, high: u64| {
        let from = (value / 2).max(low);
        let step = (2 * value - from).div_ceil(steps as u64 - 1).max(1);
        let last = (steps as u64 - 1).min((high - from) / step);
        (last > 0).then(|| format!("{key}={from}..{}:{}", from + step * last, last + 1))
    };
    match roster.find(plain) {
        Some(Member::Personality(personality)) => {
            let range = |(scale, _): &(Figure, f64)| {
                format!("{}={}..{}:{steps}", scale.key, scale.low, scale.high)
            };
            Ok(figures(roster, personality).iter().map(range).collect())
        }
        Some(Member::Agent(AgentSpec { player: Some(player), .. })) => {
            let numbers = player.numbers().iter().filter(|(_, value)| *value != 0.0);
            let range = |(key, value): &(String, f64)| {
                let ends = [value / 2.0, 2.0 * value];
                let [low, high] = if *value > 0.0 { ends } else { [ends[1], ends[0]] };
                format!("{key}={low}..{high}:{steps}")
            };
            Ok(numbers.map(range).collect())
        }
        _ => {
            let Some((kind, fixed)) = AgentSpec::split(plain, roster.agents) else {
                return Err(roster.member(plain).expect_err("it names no agent").into());
            };
            let range = |parameter: &Parameter| {
                let given = fixed.iter().find(|(name, _)| *name == parameter.name);
                let given = given.map(|(_, value)| (*value).to_owned());
                let value = given.or_else(|| parameter.values.default())?;
                match parameter.values {
                    ParameterValues::Whole { low, high, .. } => {
                        around(parameter.name, value.parse().ok()?, low, high)
                    }
                    ParameterValues::OneOf { choices, .. } if choices.len() > 1 => {
                        Some(format!("{}={}", parameter.name, choices.join(",")))
                    }
                    _ => None,
                }
            };
            Ok(kind.parameters.iter().filter_map(range).collect())
        }
    }
}

/// The variants of a player with this id and name, by the scale of each range and the player that
/// has these values of these keys.
fn of_player(
    [id, name]: [&str; 2],
    unchanged: Option<Member>,
    ranges: &Ranges<'_>,
    scale: impl Fn(&Range<'_>) -> Result<Scale, Error>,
    member: impl Fn(&[(String, Option<f64>)], &[f64]) -> Result<Member, Error>,
) -> Result<Variants, Error> {
    let (mut keys, mut words, mut spellings) = (vec![], vec![], vec![]);
    let (mut values, mut spans) = (vec![], vec![]);
    for range in &ranges.all {
        let scale = scale(range)?;
        let (of_range, spelling) =
            range.values(&scale, ranges.steps, &|| scale.example(&range.key))?;
        keys.push((range.key.clone(), scale.unchanged));
        spellings.push(spelling);
        let [low, high] = [of_range[0], of_range[of_range.len() - 1]];
        spans.push(Span { low, high, whole: scale.whole });
        values.push(of_range);
        words.push(scale.words);
    }
    let (mut members, mut left_out) = (Vec::new(), Vec::new());
    let combined = match ranges.only {
        Some(only) => vec![only.to_vec()],
        None if ranges.steps.is_some() => alone(&keys, &values, id)?,
        None => combinations(&values)?,
    };
    for values in combined {
        match member(&keys, &values) {
            Ok(member) => members.push((values, member)),
            // A single value of a trait that cannot be played says nothing against the others.
            Err(error) if ranges.steps.is_some() && ranges.only.is_none() => {
                left_out.push(format!("{error}: {}", error.help))
            }
            Err(error) => return Err(error),
        }
    }
    let (id, name) = (id.to_owned(), name.to_owned());
    let (ranges, alone) = (spellings, ranges.steps.is_some());
    Ok(Variants { id, name, unchanged, keys, words, ranges, members, spans, alone, left_out })
}

fn list(kinds: AgentKinds) -> String {
    let kinds = kinds.iter().filter(|kind| !kind.parameters.is_empty());
    kinds.map(AgentKind::usage).collect::<Vec<_>>().join(", ")
}
