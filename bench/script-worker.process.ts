// The thread of a script sandbox, built beside the benches.
import '../src/main/workflows/host/scripts/script-worker.ts'
