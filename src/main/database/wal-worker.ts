import { parentPort, workerData } from 'node:worker_threads'
import BetterSqlite3 from 'better-sqlite3'
import type { WalTaken } from './wal-checkpoints.ts'

// The thread that takes the log of the database into its file, which waits for the disk twice. It writes nothing of its
// own and holds up neither who writes nor who reads: what they still need is left to the next time.
// https://www.sqlite.org/wal.html#ckpt
const port = parentPort
if (port === null) throw new Error('This is the thread of the log of the database.')
const db = new BetterSqlite3(String(workerData), { fileMustExist: true })
// The log must be safe before the file is written, and the file before the log restarts.
db.pragma('synchronous = FULL')

port.on('message', () => {
  const [taken] = db.pragma('wal_checkpoint(PASSIVE)') as [{ log: number; checkpointed: number }]
  port.postMessage({ pages: taken.log, taken: taken.checkpointed } satisfies WalTaken)
})
