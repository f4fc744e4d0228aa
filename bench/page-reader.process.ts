// The thread that reads files of pages, built beside the benches.
import '../src/main/knowledge/page-reader.ts'
