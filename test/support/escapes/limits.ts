import { type Escape, PYTHON } from './escape.ts'

/**
 * More memory and processes than the limits of the tests: 400 MiB and 100. Limits are measured several times a second, later
 * on a busy machine, and promise no moment: an attempt that goes over one keeps what it took for $HOLD seconds.
 */
export const LIMITS: readonly Escape[] = [
  {
    name: 'more memory than the limit, shared by a process and nobody else',
    command: PYTHON(
      'import mmap,os,time; m = mmap.mmap(-1, 700 * 1024 * 1024)\nfor n in range(0, len(m), 4096): m[n] = 1\ntime.sleep(int(os.environ["HOLD"])); print("ESCAPED")',
    ),
  },
  {
    name: 'more memory than the limit, in the shared folder of the system',
    command: 'head -c 600M /dev/zero > /dev/shm/x && sleep $HOLD && echo ESCAPED; rm -f /dev/shm/x',
  },
  {
    name: 'more memory than the limit, by several processes',
    command: `for n in 1 2 3; do ${PYTHON('import os,time; x = bytearray(350 * 1024 * 1024); time.sleep(int(os.environ["HOLD"]))')} & p="$p $!"; done; wait $p && echo ESCAPED`,
  },
  {
    name: 'more memory than the limit, in a folder that takes the place of another',
    command: 'head -c 600M /dev/zero > /var/tmp/x && sleep $HOLD && echo ESCAPED; rm -f /var/tmp/x',
  },
  {
    name: 'more memory than the limit, in a file without a name',
    command: PYTHON(
      'import os,time; f = os.memfd_create("x")\nfor n in range(700): os.write(f, bytes(1024 * 1024))\ntime.sleep(int(os.environ["HOLD"])); print("ESCAPED")',
    ),
  },
  {
    name: 'more processes than the limit',
    // Not by bash, which tries for 15 seconds where the system refuses it a process.
    command: PYTHON(
      'import os,time\nfor n in range(150):\n  if os.fork() == 0: time.sleep(int(os.environ["HOLD"])); os._exit(0)\nfor n in range(150): os.wait()\nprint("ESCAPED")',
    ),
  },
]
