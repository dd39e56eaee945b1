import json, sys

def answer(q):
    if q["ask"] == "hello":
        return {"protocol": 1, "name": "My bot", "games": ["pig"], "deterministic": True}
    if q["ask"] == "new":
        return {"ready": True}
    points, score = q["view"]["at_stake"], q["view"]["scores"][q["seat"] - 1]
    return {"action": "hold" if points >= 20 or score + points >= 100 else "roll"}

for line in sys.stdin:
    q = json.loads(line)
    if "id" in q:
        print(json.dumps({"id": q["id"], **answer(q)}), flush=True)
