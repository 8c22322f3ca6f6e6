// The second thread of a session: Python, from the memory of one that has everything imported.
// Python reaches what it needs through files and signals, and is handed no object of JavaScript.

import process from "node:process";
import { fileURLToPath } from "node:url";
import make from "../pyodide/pyodide.asm.mjs";
import { loadPyodide } from "../pyodide/pyodide.mjs";

const ARRIVED = 0;
const INVALID = 28; // what C calls EINVAL, in there
const FULL = 51; // and ENOSPC
const CLOCK = "/dev/clock";
const here = (name) => new URL(name, import.meta.url);

const { image, shared, limits } = await new Promise((take) => {
  self.onmessage = ({ data }) => take(data);
});
const { arrived, room, clock, signal } = shared;
const { env, files, program } = JSON.parse(Deno.readTextFileSync(here("files.json")));
const contents = Deno.readFileSync(here("files"));
const memory = image ? undefined : Deno.readFileSync(here("image"));

const python = await loadPyodide({
  indexURL: fileURLToPath(here("../pyodide/")),
  jsglobals: Object.create(null),
  env,
  _sysExecutable: "python", // which else tells where this program lies
  ...(image ? { _makeSnapshot: true } : { _loadSnapshot: memory }),
  createPyodideModule: async (settings) => {
    const module = await make(settings);
    if (memory) module.growMemory(memory.length);
    return module;
  },
});
const { FS } = python;

// The files share one piece of memory: nothing is copied before somebody writes.
let at = 0;
let folder, file;
for (const [path, size] of files) {
  const parent = path.slice(0, path.lastIndexOf("/"));
  if (parent !== folder) FS.mkdirTree(folder = parent);
  const { node } = FS.lookupPath(path, { parent: true });
  file = node.node_ops.mknod(node, path.slice(parent.length + 1), 0o100444, 0);
  file.contents = contents.subarray(at, at + size);
  file.usedBytes = size;
  at += size;
}

// What is written lies in memory, too, and all files and folders of this kind share their functions.
if (!image) {
  const refuse = (when) => {
    if (when) throw new FS.ErrnoError(FULL);
  };
  const [ofFolders, ofFiles, ofStreams] = [file.parent.node_ops, file.node_ops, file.stream_ops];
  const { mknod, symlink } = ofFolders;
  const { setattr } = ofFiles;
  const { write } = ofStreams;
  let { folder: room, files: names } = limits;
  ofFolders.mknod = (...given) => (refuse(names-- <= 0), mknod(...given));
  ofFolders.symlink = (...given) => (refuse(names-- <= 0), symlink(...given));
  ofFiles.setattr = (node, changes) => (refuse(changes.size > limits.file), setattr(node, changes));
  ofStreams.write = (stream, from, offset, length, position, ...more) => {
    const grows = Math.max(0, position + length - stream.node.usedBytes);
    refuse(position + length > limits.file || grows > room);
    room -= grows;
    return write(stream, from, offset, length, position, ...more);
  };
}

// Written to it: in how many seconds to ring, and how often then; or one number alone, to sleep as
// long. Read: what is left until it rings, how often then, the processor's time, and what was slept.
const never = new Int32Array(new SharedArrayBuffer(4));
let slept = 0;
const now = () => performance.timeOrigin + performance.now();
const device = FS.makedev(64, 0);
FS.registerDevice(device, {
  read(_, into, offset, length) {
    const left = clock[0] && Math.max((clock[0] - now()) / 1e3, 1e-6);
    const { user, system } = process.cpuUsage();
    const numbers = [left, clock[1] / 1e3, (user + system) / 1e6, slept];
    const told = new Uint8Array(new Float64Array(numbers).buffer);
    into.set(told.subarray(0, length), offset);
    return Math.min(length, told.length);
  },
  write(_, from, offset, length) {
    if (length !== 8 && length !== 16) throw new FS.ErrnoError(INVALID);
    const [seconds, again] = new Float64Array(from.slice(offset, offset + length).buffer);
    if (again === undefined) {
      Atomics.wait(never, 0, 0, seconds * 1e3);
      slept += seconds;
      return length;
    }
    clock[1] = 0;
    clock[0] = seconds && now() + seconds * 1e3;
    clock[1] = again * 1e3;
    signal[0] = 0;
    return length;
  },
});
FS.mkdev(CLOCK, 0o666, device);

let taken = 0;
python.setStdin({
  isatty: false,
  read(into) {
    let size;
    while (!(size = Atomics.load(arrived, ARRIVED))) Atomics.wait(arrived, ARRIVED, 0);
    const part = room.subarray(taken, Math.min(size, taken + into.length));
    into.set(part);
    taken += part.length;
    if (taken === size) {
      taken = 0;
      Atomics.store(arrived, ARRIVED, 0);
      Atomics.notify(arrived, ARRIVED);
    }
    return part.length;
  },
});
python.setStdout({ isatty: false, write: (bytes) => Deno.stdout.writeSync(bytes.slice()) });
python.setInterruptBuffer(signal);

// From here on nothing can be read, and no further thread begun.
Deno.permissions.revokeSync({ name: "read" });
delete globalThis.Worker;

try {
  python.runPython(program[image ? "image" : "session"]);
  self.postMessage(image ? python.makeMemorySnapshot() : null);
} catch (error) {
  console.error(String(error));
  self.postMessage(null);
}
