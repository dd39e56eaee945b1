# /// script
# requires-python = ">=3.10"
# dependencies = []
# ///
"""Measure how long the page in a browser takes to show something, and a first decision.

    uv run scripts/measure_page.py PAGE       (or python3; PAGE is a folder of scripts/page.sh)

Needs Chromium. Between it and the page stands a proxy that lets the bytes of all connections together
pass at a rate, and each request after a delay. Files are compressed, as hosts do. Times are the least
of several runs.

The script writes results/benchmarks/page.csv (--out), with the machine's name and its load.
"""

import argparse
import base64
import csv
import gzip
import json
import os
import re
import socket
import struct
import subprocess
import tempfile
import threading
import time
import urllib.request
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from measure_play import ROOT, machine_name

# The name of a network, its bits a second, and the delay of a request in seconds.
NETWORKS = {"local": (None, 0), "20 Mbit/s": (20e6, 0.02), "slow 4G": (1.6e6, 0.15)}

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
FORM = "document.querySelector('form[data-game=pig]')"
DECISION = "document.querySelector('[data-choice]') && performance.now()"


class Compressed(SimpleHTTPRequestHandler):
    """A host of static files, compressed once."""

    packed = {}

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path not in self.packed:
            self.packed[path] = gzip.compress(path.read_bytes(), 9)
        self.send_response(200)
        for name, value in [("content-type", self.guess_type(str(path))), ("content-encoding", "gzip"),
                            ("content-length", str(len(self.packed[path])))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(self.packed[path])

    def log_message(self, *_):
        pass


class Proxy:
    """Passes bytes on to a port of this machine, as a network would."""

    def __init__(self, port, rate, delay):
        self.port, self.rate, self.delay = port, rate, delay
        self.free, self.lock, self.bytes, self.requests = 0.0, threading.Lock(), 0, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            inner, _ = self.listener.accept()
            outer = socket.create_connection(("127.0.0.1", self.port))
            for way in [(inner, outer, True), (outer, inner, False)]:
                threading.Thread(target=self.carry, args=way, daemon=True).start()

    def carry(self, source, target, asks):
        try:
            while data := source.recv(4096):
                if asks:
                    time.sleep(self.delay)
                    # The origin that a page names must be that of the server.
                    data = data.replace(b"127.0.0.1:%d" % self.address, b"127.0.0.1:%d" % self.port)
                    self.requests += data.startswith(b"GET ")
                else:
                    self.wait(len(data))
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            end.close()

    def wait(self, size):
        with self.lock:
            self.bytes += size
            self.free = max(self.free, time.monotonic()) + (8 * size / self.rate if self.rate else 0)
            until = self.free
        time.sleep(max(0, until - time.monotonic()))


class Browser:
    """A headless Chromium with a new profile, driven by its protocol for developers."""

    def __init__(self):
        self.profile, self.calls = tempfile.TemporaryDirectory(ignore_cleanup_errors=True), 0
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0",
             f"--user-data-dir={self.profile.name}", "about:blank"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        file = Path(self.profile.name) / "DevToolsActivePort"
        until(lambda: file.exists() and file.read_text().count("\n"))
        port = int(file.read_text().split()[0])
        tabs = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/json"))
        path = next(tab for tab in tabs if tab["type"] == "page")["webSocketDebuggerUrl"].split("/", 3)[3]
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: "
                            f"Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        while self.file.readline().strip():
            pass

    def call(self, method, **params):
        self.calls += 1
        data = json.dumps({"id": self.calls, "method": method, "params": params}).encode()
        self.socket.sendall(b"\x81\xfe" + struct.pack(">H", len(data)) + bytes(4) + data)
        while True:
            size = self.file.read(2)[1]
            if size > 125:
                size = struct.unpack(*((">H", self.file.read(2)) if size == 126 else (">Q", self.file.read(8))))[0]
            answer = json.loads(self.file.read(size))
            if answer.get("id") == self.calls:
                return answer["result"]

    def value(self, expression):
        return self.call("Runtime.evaluate", expression=expression, awaitPromise=True)["result"].get("value")

    def close(self):
        self.process.kill()
        self.process.wait()


def until(value, seconds=120):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := value():
            return found
        time.sleep(0.02)
    raise SystemExit(f"nothing was shown within {seconds} s")


def visit(browser, address):
    """The milliseconds from the start of a visit to the first paint and to a decision of Pig."""
    browser.call("Page.navigate", url="about:blank")
    browser.call("Page.navigate", url=address)
    until(lambda: browser.value(f"Boolean({FORM})"))
    browser.value(f"{FORM}.querySelector('[name=seat-2]').value = 'hold-20'; {FORM}.requestSubmit()")
    decision = until(lambda: browser.value(DECISION))
    return browser.value(PAINT), decision


def measured(port, network, key, runs):
    """The requests, the bytes, the least times of new visitors, and those of a second visit."""
    paints, decisions, again = [], [], []
    for _ in range(runs):
        proxy = Proxy(port, *NETWORKS[network])
        address = f"http://127.0.0.1:{proxy.address}/"
        browser = Browser()
        paint, decision = visit(browser, address + key)
        requests, size = proxy.requests, proxy.bytes
        paints.append(paint)
        decisions.append(decision)
        if not key:
            browser.value("navigator.serviceWorker.ready.then(() => true)")
            proxy.listener.close()
            again.append(visit(browser, address)[1])
        browser.close()
    return requests, size, min(paints), min(decisions), min(again, default=None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("page", type=Path, help="a folder of scripts/page.sh")
    parser.add_argument("--rivals", default=ROOT / "target" / "release" / "rivals", help="the program")
    parser.add_argument("--runs", type=int, default=3, help="runs of each row")
    parser.add_argument("--machine", default=machine_name(), help="name of the machine in the CSV file")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "benchmarks" / "page.csv")
    args = parser.parse_args()
    files = ThreadingHTTPServer(("127.0.0.1", 0), lambda *of: Compressed(*of, directory=args.page))
    threading.Thread(target=files.serve_forever, daemon=True).start()
    data = tempfile.TemporaryDirectory()
    server = subprocess.Popen([args.rivals, "serve", "--port", "0", "--data", data.name],
                              stdout=subprocess.PIPE, text=True)
    port, key = re.search(r":(\d+)/(#/key/\w+)", server.stdout.readline()).groups()
    rows = [["machine", "load", "page", "network", "requests", "bytes", "paint_ms", "decision_ms", "again_ms"]]
    for page, at, start in [("rivals serve", int(port), key), ("files", files.server_port, "")]:
        for network in NETWORKS:
            requests, size, *times = measured(at, network, start, args.runs)
            shown = ["" if ms is None else f"{ms:.0f}" for ms in times]
            rows.append([args.machine, f"{os.getloadavg()[0]:.1f}", page, network, requests, size, *shown])
            print(*rows[-1], flush=True)
    server.kill()
    with open(args.out, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main()
