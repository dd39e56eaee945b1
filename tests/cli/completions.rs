//! The program as a user runs it: `rivals completions`.

use std::process::Command;

use crate::commands::{commands, flags, help};
use crate::program::{Finished, folder, rivals, run};

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

#[test]
fn every_shell_completes_every_flag() {
    let commands = commands();
    for shell in SHELLS {
        let script = run(&["completions", shell]);
        assert_eq!((script.code, script.stderr.as_str()), (0, ""));
        for command in &commands {
            for flag in flags(&help(command)) {
                // fish names them without dashes.
                let name = flag.trim_start_matches('-');
                assert!(script.stdout.contains(name), "{shell}: {command:?} {flag}");
            }
        }
    }
}

/// Each installed shell loads its script; a shell that is not installed is reported and skipped.
#[test]
fn shells_take_their_scripts() {
    let place = folder();
    for shell in ["bash", "fish", "zsh"] {
        let file = place.path().join(shell);
        std::fs::write(&file, run(&["completions", shell]).stdout).unwrap();
        // This reads the script without running anything.
        match Command::new(shell).arg("-n").arg(&file).output() {
            Ok(output) => {
                let said = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success() && said.is_empty(), "{shell}: {said}");
            }
            Err(error) => eprintln!("skipped: {shell} cannot be run: {error}"),
        }
    }
}

/// Bash calls the completion function as it does when a user presses the tab key.
#[test]
fn bash_completes() {
    let asked = r#"
        source "$1"
        COMP_WORDS=(rivals solve mat); COMP_CWORD=2
        _rivals rivals mat solve
        echo "${COMPREPLY[@]}"
    "#;
    let place = folder();
    let file = place.path().join("rivals");
    std::fs::write(&file, run(&["completions", "bash"]).stdout).unwrap();
    let mut bash = Command::new("bash");
    match bash.args(["-c", asked, "bash"]).arg(&file).output() {
        Ok(output) => assert_eq!(String::from_utf8_lossy(&output.stdout), "match\n"),
        Err(error) => eprintln!("skipped: bash cannot be run: {error}"),
    }
}

/// The ids of personalities in `configs` of the folder are completed beside the built-in ones.
#[test]
fn own_personalities_are_completed() {
    let place = folder();
    let at = |words: &[&str]| {
        let finished = Finished::of(rivals(words).current_dir(place.path()));
        assert_eq!((finished.code, finished.stderr.as_str()), (0, ""));
        finished.stdout
    };
    assert!(!at(&["completions", "bash"]).contains("my-eva"));
    let file = at(&["roster", "show", "carla", "--format", "toml"]);
    let folder = place.path().join("configs/personalities");
    std::fs::create_dir_all(&folder).unwrap();
    let eva = file.replace("\"carla\"", "\"my-eva\"");
    std::fs::write(folder.join("my-eva.toml"), eva).unwrap();
    for shell in ["bash", "fish", "zsh"] {
        let script = at(&["completions", shell]);
        for id in ["my-eva", "carla", "optimum"] {
            assert!(script.contains(id), "{shell}: {id}");
        }
    }
}

#[test]
fn an_unknown_shell_is_refused_with_the_known_ones() {
    let finished = run(&["completions", "tcsh"]);
    assert_eq!((finished.code, finished.stdout.as_str()), (2, ""));
    for shell in SHELLS {
        assert!(finished.stderr.contains(shell), "{}", finished.stderr);
    }
}
