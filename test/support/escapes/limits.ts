import { type Escape, PYTHON } from './escape.ts'

/** More memory and processes than the limits of the tests: 400 MiB and 100. */
export const LIMITS: readonly Escape[] = [
  {
    name: 'more memory than the limit, shared by a process and nobody else',
    command: PYTHON(
      'import mmap,time; m = mmap.mmap(-1, 700 * 1024 * 1024)\nfor n in range(0, len(m), 4096): m[n] = 1\ntime.sleep(3); print("ESCAPED")',
    ),
  },
  {
    name: 'more memory than the limit, in the shared folder of the system',
    command: 'head -c 600M /dev/zero > /dev/shm/x && echo ESCAPED; rm -f /dev/shm/x',
  },
  {
    name: 'more memory than the limit, by several processes',
    command: `for n in 1 2 3; do ${PYTHON('import time; x = bytearray(350 * 1024 * 1024); time.sleep(4)')} & p="$p $!"; done; sleep 2.5; wait $p && echo ESCAPED`,
  },
  {
    name: 'more memory than the limit, in a folder that takes the place of another',
    command: 'head -c 600M /dev/zero > /var/tmp/x && echo ESCAPED; rm -f /var/tmp/x',
  },
  {
    name: 'more memory than the limit, in a file without a name',
    command: PYTHON(
      'import os,time; f = os.memfd_create("x")\nfor n in range(700): os.write(f, bytes(1024 * 1024))\ntime.sleep(4); print("ESCAPED")',
    ),
  },
  {
    name: 'more processes than the limit',
    command: 'for n in $(seq 150); do sleep 4 & p="$p $!"; done; wait $p && echo ESCAPED',
  },
]
