// The first thread of a session in WebAssembly. The Python, and all that students wrote, runs in the
// second one (python.mjs). This one hands it what arrives, rings its clock, and ends both when
// nobody writes any more or too much is taken.

const LOOK = 50; // milliseconds between two looks at the clock and at what is taken
const ROOM = 65_536;
const [ARRIVED, ALARM] = [0, 14]; // the place of a number, and SIGALRM's

const { image, memory, cpu, ...limits } = JSON.parse(Deno.args[0]);
const shared = {
  arrived: new Int32Array(new SharedArrayBuffer(4)), // how many bytes wait in the room below
  room: new Uint8Array(new SharedArrayBuffer(ROOM)),
  clock: new Float64Array(new SharedArrayBuffer(16)), // when to ring, 0 for never, and how often
  signal: new Uint8Array(new SharedArrayBuffer(1)), // what Python reads now and then
};
const { arrived, room, clock, signal } = shared;

const python = new Worker(import.meta.resolve("./python.mjs"), { type: "module" });
python.onerror = (event) => {
  event.preventDefault();
  console.error(event.message);
  Deno.exit(1);
};
python.onmessage = async ({ data }) => {
  if (image && data instanceof Uint8Array) {
    for (let at = 0; at < data.length;) at += await Deno.stdout.write(data.subarray(at));
  }
  Deno.exit(0);
};
python.postMessage({ image, shared, limits });

const { cpuUsage } = (await import("node:process")).default;
setInterval(() => {
  const { user, system } = cpuUsage();
  if (Deno.memoryUsage().rss > memory || user + system > cpu * 1e6) Deno.exit(9);
  if (clock[0] && performance.timeOrigin + performance.now() >= clock[0]) {
    clock[0] = clock[1] && clock[0] + clock[1];
    signal[0] = ALARM;
  }
}, LOOK);

const buffer = new Uint8Array(ROOM);
for (let size; (size = await Deno.stdin.read(buffer)) !== null;) {
  for (let full; (full = Atomics.load(arrived, ARRIVED));) {
    await Atomics.waitAsync(arrived, ARRIVED, full).value;
  }
  room.set(buffer.subarray(0, size));
  Atomics.store(arrived, ARRIVED, size);
  Atomics.notify(arrived, ARRIVED);
}
if (!image) Deno.exit(0); // the grader is gone
