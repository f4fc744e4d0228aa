// The thread that measures and copies the home, built beside the benches.
import '../src/main/backups/home-worker.ts'
