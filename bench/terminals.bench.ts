import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { TerminalId } from '#shared/ids.ts'
import type { ToTerminals } from '../src/main/terminals/messages.ts'
import { pssOf, sleepsOf, treeOf } from './process-tree.ts'
import { atMost, type Bench } from './row.ts'

const TERMINALS = 8
const LINES = 10_000
const COLUMNS = 80
const QUIET_MS = 5_000

/** The memory of full terminals with their shells, and how often their process wakes while nothing prints. */
const terminals: Bench = async ({ root, folder }) => {
  const child = fork(join(root, 'out/headless/terminals.process.js'), [], { serialization: 'advanced' })
  const post = (message: ToTerminals) => child.send(message)
  const ids = Array.from({ length: TERMINALS }, (_, at) => `trm_0000000${at}` as TerminalId)
  for (const id of ids) post({ t: 'start', id, start: shellIn(folder, id) })
  while (!ids.every((id) => existsSync(join(folder, id)))) await wait(100)
  // A screen is read once everything before is on it.
  for (const [request, id] of ids.entries()) {
    const read = once(child, 'message')
    post({ t: 'screen', id, request })
    await read
  }
  await wait(2_000)
  const processes = await treeOf(child.pid ?? 0)
  const memory = await pssOf(processes)
  const before = await sleepsOf(processes)
  await wait(QUIET_MS)
  const wakes = ((await sleepsOf(processes)) - before) / (QUIET_MS / 1_000)
  await ended(child)
  return [
    atMost(`${TERMINALS} hidden terminals, ${LINES} lines of ${COLUMNS} columns each`, memory, 'MiB', 200),
    // The engine itself wakes now and then; a timer of each terminal would be at least one wake a second.
    atMost(`wakes of ${TERMINALS} hidden terminals`, wakes, '/ s', 1),
  ]
}
export default terminals

/** A shell that prints full lines and waits. */
function shellIn(folder: string, id: TerminalId) {
  const line = 'x'.repeat(COLUMNS - 8)
  const script = `i=0; while [ $i -lt ${LINES} ]; do i=$((i+1)); echo "$i ${line}"; done; : > ${id}; read -r end`
  const env = { PATH: process.env['PATH'] ?? '', TERM: 'xterm-256color' }
  return { file: '/bin/sh', args: ['-c', script], cwd: folder, env, cols: COLUMNS, rows: 30 }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}
