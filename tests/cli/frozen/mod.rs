//! What other programs read of this one: CSV, JSON and answers of the engine. A change here breaks
//! their scripts. After an intended one, `INSTA_UPDATE=always cargo test --test cli frozen` writes the
//! snapshots again, to be read as a difference.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;
use serde_json::Value;

use crate::commands::{commands, help};
use crate::program::{Finished, folder, rivals};

/// Members of JSON objects that differ from run to run, and texts for people.
const VOLATILE: [&str; 7] = ["about", "commit", "done", "folder", "help", "seconds", "version"];

/// Games of people, which the commands below show. `yes 1` takes the first choice each time.
const GAMES: &str = r#"
set -e
for seed in 1 2 3; do
    for i in $(seq 60); do printf 'accept\nlet stop\nstop\nfight red\nfight green\nfight blue\n'; done |
        $RIVALS play --against daniel --as ann --seed $seed --data games >/dev/null
done
yes 1 | $RIVALS play --game pig --against hold-20 --as ann --seed 4 --data games >/dev/null
yes 1 | $RIVALS play --game parchis --against greedy --as bob --seed 4 --data games >/dev/null
for seed in 1 2 3 4; do
    echo '{"ask":"play","agents":["carla","abel"],"seed":'$seed'}'
done | $RIVALS engine dragon-slayer > games.jsonl
"#;

/// Names of snapshots and the commands whose output they hold.
const COMMANDS: &str = "
odds: odds --trials 1000 --format csv
odds-json: odds --trials 1000 --format json
odds-infer: odds infer --format csv
odds-infer-json: odds infer --format json
solve: solve --target 6 --format csv
solve-json: solve --target 6 --check --format json
solve-match: solve match hold-6 hold-12 --target 6 --format json
solve-match-csv: solve match hold-6 hold-12 --target 6 --format csv
solve-respond: solve respond hold-12 --target 6 --format json
solve-respond-csv: solve respond hold-12 --target 6 --format csv
solve-pig: solve --game pig --target 6 --format csv
solve-pig-json: solve --game pig --target 6 --check --format json
solve-tic-tac-toe-sp: solve --game tic-tac-toe-sp --setup 3x3:k=3:stocks=1,0,0,0 --format csv
solve-tic-tac-toe-sp-json: solve --game tic-tac-toe-sp --setup 3x3:k=3:stocks=1,0,0,0 --format json
advise: advise --mine 20 --theirs 31 --seat first --at-stake 6 --alive blue,green --dice 2 --format json
advise-csv: advise --mine 20 --theirs 31 --seat first --at-stake 6 --alive blue,green --dice 2 --format csv
advise-asked: advise --mine 20 --theirs 31 --seat second --asked --at-stake 10 --alive blue --dice 2 --format json
advise-carla: advise --mine 20 --theirs 31 --seat first --at-stake 6 --alive blue,green --dice 2 --as carla --format json
advise-carla-csv: advise --mine 20 --theirs 31 --seat first --at-stake 6 --alive blue,green --dice 2 --as carla --format csv
games: games --format json
games-csv: games --format csv
games-pig: games pig --format json
games-pig-csv: games pig --format csv
roster: roster --format json
roster-csv: roster --format csv
roster-tute: roster --game tute --format json
roster-carla: roster show carla --format json
roster-carla-csv: roster show carla --format csv
tournament-planned: tournament --game pig --roster hold-20,random --games 400 --out planned --dry-run --format json
tournament: tournament --roster abel,carla,greedy --games 400 --seed 5 --no-report --out dragons --format json
tournament-csv: tournament --roster abel,carla,greedy --games 400 --seed 5 --no-report --out dragons --resume --format csv
tournament-first-shard: tournament --game pig --roster hold-20,random --games 40 --seed 5 --shard 1/2 --out shard-1 --format json
tournament-second-shard: tournament --game pig --roster hold-20,random --games 40 --seed 5 --shard 2/2 --out shard-2 --format json
merge: merge shard-1 shard-2 --no-report --out merged --format json
tournament-pig: tournament --game pig --roster hold-20,optimum,random --games 400 --seed 5 --no-report --out pig --format json
tournament-parchis: tournament --game parchis --roster greedy,minimax:2,random --games 60 --seed 5 --no-report --out parchis --format json
tournament-tic-tac-toe-sp: tournament --game tic-tac-toe-sp --roster random,win-block,priority,deepening:200 --games 60 --seed 5 --no-report --out tic --format json
tournament-tute: tournament --game tute --roster novice,expert,cabrero:5 --games 60 --seed 5 --no-report --out tute --format json
tournament-battletech: tournament --game battletech --roster still,seed,knapsack --games 4 --seed 5 --no-report --out mechs --format json
sweep: sweep carla risk_aversion=-2..2:3 --against abel,beatriu --games 200 --seed 5 --out averse --format json
sweep-csv: sweep carla risk_aversion=-2..2:3 --against abel,beatriu --games 200 --seed 5 --out averse --resume --format csv
sweep-pig: sweep hold-20 n=15..30:4 --game pig --against hold-20 --games 200 --seed 5 --out hold --format json
evolve: evolve hold-20 --game pig --against hold-25 --games 200 --generations 3 --seed 5 --format json
evolve-csv: evolve hold-20 --game pig --against hold-25 --games 200 --generations 3 --seed 5 --format csv
report: report dragons --format json
report-tute: report tute --format json
fit: fit games.jsonl --seat first --format json
fit-csv: fit games.jsonl --seat first --format csv
history-list: history list --data games --format json
history-list-csv: history list --data games --format csv
history-show: history show 4 --data games --format json
history-stats: history stats --data games --format json
history-stats-csv: history stats --data games --format csv
history-stats-none: history stats --data none --format csv
history-verify: history verify --data games --format json
history-verify-csv: history verify --data games --format csv
person-list: person list --data games --format json
person-list-csv: person list --data games --format csv
person-list-none: person list --data none --format csv
person-show: person show ann --data games --format json
person-show-csv: person show ann --data games --format csv
review: review 1 --data games --format json
review-csv: review 1 --data games --format csv
";

/// Folders that the commands above fill.
const FOLDERS: [&str; 9] =
    ["dragons", "merged", "pig", "parchis", "tic", "tute", "mechs", "averse", "hold"];

#[test]
fn csv_and_json() {
    let folder = folder();
    let script = rivals(&[]).get_program().to_owned();
    let mut shell = std::process::Command::new("bash");
    shell.args(["-c", GAMES]).env("RIVALS", &script).current_dir(folder.path());
    let played = Finished::of(&mut shell);
    assert_eq!(played.code, 0, "{}", played.stderr);
    settings().bind(|| {
        for line in COMMANDS.trim().lines() {
            let (name, command) = line.split_once(": ").unwrap();
            let words: Vec<&str> = command.split(' ').collect();
            let finished = Finished::of(rivals(&words).current_dir(folder.path()));
            assert_eq!(finished.code, 0, "{command}: {}", finished.stderr);
            let output = match serde_json::from_str(&finished.stdout) {
                Ok(json) => serde_json::to_string_pretty(&stable(json)).unwrap(),
                Err(_) => finished.stdout,
            };
            assert_snapshot!(name, output);
        }
        for name in FOLDERS {
            assert_snapshot!(format!("files-{name}"), files(&folder.path().join(name)));
        }
    });
}

/// The questions of `questions` are positions of random games, each asked everything, with fields
/// left out and doctored.
#[test]
fn answers_of_the_engine() {
    settings().bind(|| {
        for game in ["pig", "dragon-slayer", "parchis", "tic-tac-toe-sp", "tute", "battletech"] {
            let questions =
                format!("{}/tests/cli/frozen/questions/{game}.jsonl", env!("CARGO_MANIFEST_DIR"));
            let mut engine = rivals(&["engine", game]);
            engine.stdin(fs::File::open(questions).unwrap());
            let answered = Finished::of(&mut engine);
            assert_eq!(answered.code, 0, "{}", answered.stderr);
            let answers = answered.stdout.lines().map(|line| format!("{}\n", answer(line)));
            assert_snapshot!(format!("engine-{game}"), answers.collect::<String>());
        }
    });
}

/// Invalid command lines and files; the text after `<` of one is its file `x.toml`, with `;` for
/// ends of lines.
const INVALID: &str = "
frobnicate
odds --trials 0
odds --trials many
odds --rules missing.toml
odds --rules x.toml < target = 0
odds --rules x.toml < target = 40;targe = 3
odds --rules x.toml < target =
odds --game pig
solve --game nowhere
solve --game parchis
solve --game pig --setup 3x3
solve --game tic-tac-toe-sp --setup 9x9:k=3
solve --seats 3
solve match hold-6 hold
solve match hold-6 nobody
advise --mine 20
advise --mine 20 --theirs 31 --seat first --at-stake 6 --alive blue,gren --dice 2
advise --mine 20 --theirs 31 --seat first --at-stake 6 --alive blue,green --dice 9
games nowhere
engine nowhere
engine pig --rules x.toml < target = 301
engine tute --rules x.toml < unit = 'deal'
engine parchis --rules x.toml < boards = ['nowhere']
engine tic-tac-toe-sp --rules x.toml < rows = 0
roster show nobody
roster --personalities empty
roster --personalities . < id = 'a'
tournament --roster abel,crla --out out
tournament --roster abel --out out
tournament --roster abel,carla --games 0 --out out
tournament --roster abel,carla --seed -1 --out out
tournament --config missing.toml --out out
tournament --config x.toml --out out < game = 'chess';players = 2;games = 10;seed = 1;agents = ['random', 'hold-6']
tournament --config x.toml --out out < games = 0
tournament --config x.toml --out out < games = 'many'
tournament --config x.toml --out out < gamse = 100
tournament --config x.toml --out out < players = 9;games = 10;seed = 1;agents = ['random', 'hold-6']
tournament --config x.toml --out out < players = 2;games = 10;seed = 1;seats = 9
tournament --config x.toml --out out < game = 'pig';players = 3;games = 10;seed = 1;agents = ['hold-20', 'random']
tournament --config x.toml --out out < players = 2;games = 10;seed = 1;agents = ['hold-6', 'hold-6']
tournament --config x.toml --out out < game = 'pig';players = 2;games = 10;seed = 1;agents = ['hold-0', 'random']
tournament --config x.toml --out out < game = 'parchis';players = 2;games = 10;seed = 1;agents = ['minimax:0', 'random']
tournament --config x.toml --out out < game = 'tute';players = 3;games = 10;seed = 1;agents = ['expert', 'nobody', 'medium']
tournament --claims x.toml --out out < games = 100
tournament --pairings random:2 --out out
tournament --shard 3/2 --out out
tournament --until-ci 2 --out out
sweep carla risk=0..1:3 --against abel --out out
sweep carla risk_aversion=0..9:3 --against abel --out out
merge out
report out
reproduce --game chess
play --against nobody
play --game parchis --against abbel
play --seats abel,carla --mode slow
play --against abel --script missing.txt
review 1 --data none
review missing.jsonl
history show 1 --data none
history export 1 --data none --format toml
history import missing.jsonl --data none
person show ann --data none
person rename ann abel --data none
completions cmd
fit missing.jsonl --seat first
fit x.toml --seat first < nonsense
fit x.toml --seat first --format yaml
history show 1 --format csv
report out --format csv
report x.toml
reproduce --check
odds --game pig
tournament --roster abel,carla --out x.toml
";

#[test]
fn helps() {
    settings().bind(|| {
        for command in commands() {
            assert_snapshot!(["help", &command.join("-")].join("-"), help(&command));
        }
    });
}

#[test]
fn errors() {
    let mut said = String::new();
    for line in INVALID.trim().lines() {
        let folder = folder();
        let (command, file) = line.split_once(" < ").unwrap_or((line, ""));
        fs::write(folder.path().join("x.toml"), file.replace(';', "\n")).unwrap();
        fs::create_dir(folder.path().join("empty")).unwrap();
        let words: Vec<&str> = command.split(' ').collect();
        let mut program = rivals(&words);
        program.stdin(std::process::Stdio::null()).current_dir(folder.path());
        let ended = Finished::of(&mut program);
        let place = folder.path().to_str().unwrap();
        let stderr = ended.stderr.replace(place, "FOLDER");
        said += &format!("$ rivals {line}\n{stderr}[exit code {}]\n\n", ended.code);
    }
    settings().bind(|| assert_snapshot!("errors", said));
}

fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

/// An answer of the engine; of an error, the field that it names.
fn answer(line: &str) -> Value {
    let mut answer = stable(serde_json::from_str(line).unwrap());
    if let Some(error) = answer.get_mut("error") {
        error.as_object_mut().unwrap().retain(|key, _| key == "field");
    }
    answer
}

/// Without [`VOLATILE`] members.
fn stable(mut json: Value) -> Value {
    match &mut json {
        Value::Object(object) => {
            object.retain(|key, _| !VOLATILE.contains(&key.as_str()));
            object.values_mut().for_each(|value| *value = stable(value.take()));
        }
        Value::Array(array) => array.iter_mut().for_each(|value| *value = stable(value.take())),
        _ => (),
    }
    json
}

/// The CSV files of a folder.
fn files(folder: &Path) -> String {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == "csv")).collect();
    files.sort();
    let text = |path: &std::path::PathBuf| {
        format!("== {}\n{}", path.file_name().unwrap().display(), fs::read_to_string(path).unwrap())
    };
    files.iter().map(text).collect()
}
