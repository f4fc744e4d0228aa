// The thread that takes in the log of the database, built beside the benches.
import '../src/main/database/wal-worker.ts'
