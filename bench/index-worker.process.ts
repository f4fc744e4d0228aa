// The thread of the search index, built beside the benches.
import '../src/main/app/index-worker.ts'
