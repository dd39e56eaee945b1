//! What strangers may try, a file for each row of threats, against the real program. That each attack
//! succeeds without just its measure is shown in `crates/web/src/tests` and `src/cli/serve/tests`, as
//! no flag turns one off.

mod disk;
mod floods;
mod frames;
mod keys;
mod kills;
mod paths;
mod roles;
mod secrets;
mod tables;
