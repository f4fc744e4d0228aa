// The thread of the search index, built beside the benches.
import '../src/main/compose/index-worker.ts'
