// The process that holds the terminals, built beside the benches.
import '../src/main/terminals/terminal-process.ts'
