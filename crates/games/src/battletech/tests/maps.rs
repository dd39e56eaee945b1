//! The notation of maps.

use rivals_core::json::read;
use rivals_core::values::Invalid;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::*;
use crate::battletech::map::{self, Feature, Ground};

/// A map as positions hold it.
#[derive(Debug, Serialize, Deserialize)]
struct Held {
    #[serde(with = "map")]
    map: Arc<Map>,
}

fn held(map: &Value) -> Result<Arc<Map>, Invalid> {
    read(&json!({ "map": map })).map(|Held { map }| map)
}

#[test]
fn maps_are_written_as_they_were_read() {
    let lines = json!(["4x4", "light: 0202", "level 1: 0303", "start: 0101:3"]);
    for map in [json!("open"), json!("wooded"), json!("terraces"), json!("city"), lines] {
        assert_eq!(json!(Held { map: held(&map).unwrap() }), json!({ "map": map }));
    }
    for name in ["open", "wooded", "terraces", "city"] {
        assert_eq!(
            ((named(name).columns, named(name).rows), named(name).starts.len()),
            ((15, 17), 4)
        );
    }
    let map = map(&["2x3", "water 2: 0101", "building 40: 0102-0103", "level 9: 0103"]);
    let grounds: Vec<String> =
        map.hexes().map(|hex| format!("{:?} {}", map.at(hex).feature, map.at(hex).level)).collect();
    let expected =
        ["Water -2", "Building(40) 0", "Building(40) 9", "Clear 0", "Clear 0", "Clear 0"];
    assert_eq!(grounds, expected);
}

#[test]
fn wrong_maps_are_refused_with_the_place() {
    let refused = |map: Value| {
        let error = held(&map).unwrap_err();
        format!("{}: {}; {}", error.field, error.message, error.help)
    };
    let size = "write columns by rows, such as 15x17, with 1 to 30 of each";
    assert_eq!(refused(json!([])), format!("map[0]: \"\" is not a size; {size}"));
    for text in ["31x4", "4x0", "4", "4x4x4"] {
        assert_eq!(refused(json!([text])), format!("map[0]: \"{text}\" is not a size; {size}"));
    }
    assert_eq!(
        refused(json!("opem")),
        "map: there is no \"opem\"; did you mean open? write one of open, wooded, terraces, city"
    );
    for (line, message) in [
        ("light 0101", "is not a line of a map"),
        ("lava: 0101", "is not a line of a map"),
        ("light 1: 0101", "is not a line of a map"),
        ("level 0: 0101", "\"0\" is not a number from 1 to 9"),
        ("water 4: 0101", "\"4\" is not a number from 0 to 3"),
        ("building 121: 0101", "\"121\" is not a number from 1 to 120"),
        ("light: 0105", "0105 is not on the map"),
        ("light: 0103-0105", "0105 is not on the map"),
        ("light: 0101-0201", "\"0101-0201\" is not a run of hexes"),
        ("light: 0103-0101", "\"0103-0101\" is not a run of hexes"),
        ("light: 01,1", "\"01,1\" is not a hex or run of hexes"),
        ("light: 0202", "0202 has two features"),
        ("light: 0303 0303", "0303 has two features"),
        ("level 2: 0404", "0404 has two levels"),
        ("water 0: 0404", "0404 has two levels"),
        ("road: 0101 0103", "the road goes from 0101 to 0103"),
        ("road: 0102 0202", "0202 is water"),
        ("start: 0101:7", "\"0101:7\" is not a start"),
        ("start: 0101:1 0101:2", "\"0101:2\" is not a start"),
        ("start: 0501:1", "\"0501:1\" is not a start"),
        ("start: 0101:1 0102:1 0103:1 0104:1 0201:1", "\"0201:1\" is not a start"),
    ] {
        let error = held(&json!(["4x4", "water 1: 0202", "level 1: 0404", line])).unwrap_err();
        assert!(error.message.contains(message), "{line}: {error:#}");
        assert_eq!(error.field, "map[3]");
    }
}

#[test]
fn drawn_maps_have_all_kinds_of_ground() {
    let mut rng = generator(3);
    let maps = [(); 100].map(|()| Map::random(&mut rng));
    let many = |is: &dyn Fn(&Ground) -> bool| {
        let grounds = maps.iter().flat_map(|map| map.hexes().map(|hex| map.at(hex)));
        grounds.filter(|ground| is(ground)).count()
    };
    for feature in [Feature::Water, Feature::Light, Feature::Heavy, Feature::Rubble] {
        assert!(many(&|ground| ground.feature == feature) > 300);
    }
    assert!([1, 2].iter().all(|&level| many(&|ground| ground.level == level) > 300));
    for map in maps {
        assert_eq!(map.starts.len(), 4);
        assert!(map.starts.iter().all(|(hex, _)| *map.at(*hex) == Ground::default()));
    }
}
