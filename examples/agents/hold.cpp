// An agent of Pig in C++ without any library: g++ -O2 hold.cpp

#include <cstdlib>
#include <iostream>
#include <string>

// Where the value of a key begins in a line of JSON; npos if there is none.
static std::size_t after(const std::string& line, const std::string& key) {
    const std::size_t at = line.find("\"" + key + "\":");
    return at == std::string::npos ? at : at + key.size() + 3;
}

static long number(const std::string& line, std::size_t at) {
    return std::strtol(line.c_str() + at, nullptr, 10);
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        const std::size_t id = after(line, "id");
        if (id == std::string::npos) continue;
        const std::string ask = line.substr(after(line, "ask"), 8);
        std::string fields;
        if (ask.rfind("\"hello\"", 0) == 0) {
            fields = R"("protocol":1,"name":"My bot in C++","games":["pig"],"deterministic":true)";
        } else if (ask.rfind("\"new\"", 0) == 0) {
            fields = R"("ready":true)";
        } else {
            const long seat = number(line, after(line, "seat"));
            const long points = number(line, after(line, "at_stake"));
            std::size_t at = after(line, "scores") + 1;
            for (long before = 1; before < seat; ++before) at = line.find(',', at) + 1;
            const long score = number(line, at);
            const bool holds = points >= 20 || score + points >= 100;
            fields = holds ? R"("action":"hold")" : R"("action":"roll")";
        }
        std::cout << "{\"id\":" << number(line, id) << "," << fields << "}" << std::endl;
    }
}
