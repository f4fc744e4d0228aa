import { existsSync } from 'node:fs'
import { type Escape, PYTHON, write } from './escape.ts'

/** Waits until the call is over, however slow the machine is, and shows then that it is still there. */
const OUTLIVE = `for i in $(seq 600); do [ -e over ] && break; sleep 0.1; done; ${write('survivor')}`
const SEE_SURVIVOR =
  'touch over; for i in $(seq 30); do [ -s survivor ] && break; sleep 0.1; done; cat survivor'

/** Opens a file of the kernel for writing, where the kernel has it. */
const opens = (name: string, path: string, only?: 'root'): Escape[] =>
  existsSync(path)
    ? [
        {
          name,
          command: `{ : >> ${path}; } 2>/dev/null && echo ESCAPED`,
          ...(only === undefined ? {} : { only }),
        },
      ]
    : []

/** Files that are open to everybody, the second one only to root where the kernel is older than 6.5. */
const OPEN_TO_ALL: readonly Escape[] = [
  ...opens('the last number of a process', '/proc/sys/kernel/ns_last_pid'),
  ...opens('a watch of the whole machine', '/proc/pressure/cpu', 'root'),
]

/** Reaching other programs. `PEER` is a process outside, whose environment holds `SECRET`. */
export const PROGRAMS: readonly Escape[] = [
  { name: 'the environment of another program', command: 'tr "\\0" "\\n" < "/proc/$PEER/environ"' },
  { name: 'a signal', command: 'kill -0 "$PEER" && echo ESCAPED' },
  { name: 'the list of programs', command: 'ls /proc | grep -qx "$PEER" && echo ESCAPED' },
  {
    name: 'a debugger',
    command: PYTHON(
      'import ctypes,os; l=ctypes.CDLL(None,use_errno=True); r=l.ptrace(16,int(os.environ["PEER"]),0,0); print("ESCAPED" if r==0 else r); l.ptrace(17,int(os.environ["PEER"]),0,0)',
    ),
    only: 'root',
  },
  {
    name: 'rights through setuid programs',
    command: "grep -q 'NoNewPrivs:.0' /proc/self/status && echo ESCAPED",
  },
  {
    name: 'rights of root',
    command: "grep -q 'CapEff:.0*$' /proc/self/status || echo ESCAPED",
    only: 'root',
  },
  {
    name: 'settings of the kernel',
    command: 'cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness && echo ESCAPED',
    only: 'root',
  },
  ...OPEN_TO_ALL,
  {
    name: 'the log of the kernel',
    command: '[ -c /dev/kmsg ] && echo orrery-test > /dev/kmsg && echo ESCAPED',
    only: 'root',
  },
  { name: 'the name of the machine', command: 'hostname "$(hostname)" && echo ESCAPED', only: 'root' },
  {
    name: 'a program that outlives the call',
    command: `setsid nohup sh -c '${OUTLIVE}' >/dev/null 2>&1 & sleep 0.1`,
    after: SEE_SURVIVOR,
  },
  {
    name: 'a program without an environment that outlives the call',
    command: `env -i setsid sh -c '(${OUTLIVE}) &' >/dev/null 2>&1; sleep 0.1`,
    after: SEE_SURVIVOR,
  },
  { name: 'more memory than the limit', command: PYTHON('x=bytearray(700*1024*1024); print("ESCAPED")') },
  {
    name: 'more programs than the limit',
    command:
      'for i in $(seq 150); do sleep 3 & done 2>/dev/null; [ "$(jobs -r | wc -l)" -gt 140 ] && echo ESCAPED',
    only: 'ordinary',
  },
  {
    name: 'the memory of another program',
    command: PYTHON(
      'import ctypes,os; l=ctypes.CDLL(None); b=ctypes.create_string_buffer(8); print("ESCAPED" if os.access("/proc/"+os.environ["PEER"]+"/mem",os.R_OK) else 0)',
    ),
  },
  {
    name: 'a handle of another program',
    command: PYTHON(
      'import ctypes,os; print("ESCAPED" if ctypes.CDLL(None).syscall(434,int(os.environ["PEER"]),0)>=0 else 0)',
    ),
  },
  {
    name: 'the words of another program',
    command: "tr '\\0' ' ' < /proc/$PEER/cmdline | grep -q sleep && echo ESCAPED",
  },
  { name: 'the limits of another program', command: 'prlimit --pid "$PEER" --core=0:0 && echo ESCAPED' },
  { name: 'the priority of another program', command: 'renice -n 5 -p "$PEER" >/dev/null && echo ESCAPED' },
  { name: 'the processor of another program', command: 'taskset -cp 0 "$PEER" >/dev/null && echo ESCAPED' },
  {
    name: 'the namespaces of another program',
    command: 'nsenter -t "$PEER" -m -u true && echo ESCAPED',
    only: 'root',
  },
  {
    name: 'memory that programs share by a number',
    prepare: PYTHON(
      'import ctypes,os,zlib; l=ctypes.CDLL(None); l.shmat.restype=ctypes.c_void_p; k=zlib.crc32(os.environ["ID"].encode())&0x7fffffff; i=l.shmget(k,64,0o1666); ctypes.memmove(l.shmat(i,None,0),b"SECRET",7)',
    ),
    command: PYTHON(
      'import ctypes,os,zlib; l=ctypes.CDLL(None); l.shmat.restype=ctypes.c_void_p; k=zlib.crc32(os.environ["ID"].encode())&0x7fffffff; i=l.shmget(k,64,0); print(ctypes.string_at(l.shmat(i,None,0))) if i>=0 else 0',
    ),
    after: PYTHON(
      'import ctypes,os,zlib; l=ctypes.CDLL(None); k=zlib.crc32(os.environ["ID"].encode())&0x7fffffff; l.shmctl(l.shmget(k,64,0),0,None)',
    ),
  },
  {
    name: 'keys that the kernel keeps for a session',
    command: PYTHON(
      'import ctypes; print("ESCAPED" if ctypes.CDLL(None).syscall(248,b"user",b"orrery-test",b"x",1,-3)>0 else 0)',
    ),
  },
  {
    name: 'a queue of the kernel that no filter sees',
    command: PYTHON(
      'import ctypes; print("ESCAPED" if ctypes.CDLL(None).syscall(425,4,ctypes.create_string_buffer(128))>=0 else 0)',
    ),
  },
  {
    name: 'files by a handle of the kernel',
    prepare: ': > "$OUT/f"',
    command: PYTHON(
      'import ctypes,os; l=ctypes.CDLL(None,use_errno=True); h=ctypes.create_string_buffer((128).to_bytes(4,"little"),136); m=ctypes.c_int(); l.name_to_handle_at(-100,(os.environ["OUT"]+"/f").encode(),h,ctypes.byref(m),0); d=os.open(os.environ["OUT"],os.O_RDONLY); f=l.open_by_handle_at(d,h,os.O_WRONLY); os.write(f,b"ESCAPED")',
    ),
    after: 'cat "$OUT/f"',
    only: 'root',
  },
  {
    name: 'events of the kernel',
    command: PYTHON(
      'import ctypes; b=ctypes.create_string_buffer(128); b[4]=128; b[0]=1; print("ESCAPED" if ctypes.CDLL(None).syscall(298,b,-1,0,-1,0)>=0 else 0)',
    ),
    only: 'root',
  },
  {
    name: 'a program for the kernel',
    command: PYTHON(
      'import ctypes,struct; a=ctypes.create_string_buffer(struct.pack("IIII",2,4,8,4),128); print("ESCAPED" if ctypes.CDLL(None).syscall(321,0,a,128)>=0 else 0)',
    ),
    only: 'root',
  },
  {
    name: 'faults of pages that another program answers',
    command: PYTHON('import ctypes; print("ESCAPED" if ctypes.CDLL(None).syscall(323,0)>=0 else 0)'),
    only: 'root',
  },
  {
    name: 'settings of a module of the kernel',
    command: 'p=/sys/module/printk/parameters/time; v=$(cat $p); echo "$v" > $p && echo ESCAPED',
    only: 'root',
  },
  {
    name: 'rights of the kernel in a file',
    command: `cp /bin/true p; for way in '' 'unshare -Ur'; do $way ${PYTHON(
      'import os,struct; os.setxattr("p", "security.capability", struct.pack("<5I", 0x02000001, 1 << 21, 0, 0, 0))',
    )}; done`,
    after: PYTHON('import os; print("ESCAPED" if "security.capability" in os.listxattr("p") else 0)'),
    only: 'root',
  },
  {
    name: 'words put into a terminal as if typed',
    command: PYTHON(
      'import fcntl,os,pty,termios\npid, own = pty.fork()\nif pid == 0:\n  for c in b"x": fcntl.ioctl(0, termios.TIOCSTI, bytes([c]))\n  os._exit(0)\nprint("ESCAPED" if os.waitpid(pid, 0)[1] == 0 else 0)',
    ),
    only: 'root',
  },
  {
    name: 'a queue of messages that programs share by a number',
    prepare: PYTHON(
      'import ctypes,os,zlib; l=ctypes.CDLL(None); k=zlib.crc32(os.environ["ID"].encode())&0x7fffffff; l.msgsnd(l.msgget(k,0o1666),b"\\1"+bytes(7)+b"SECRET",6,0)',
    ),
    command: PYTHON(
      'import ctypes,os,zlib; l=ctypes.CDLL(None); k=zlib.crc32(os.environ["ID"].encode())&0x7fffffff; i=l.msgget(k,0); b=ctypes.create_string_buffer(64); i>=0 and l.msgrcv(i,b,32,0,0o4000); print(b.raw[8:14])',
    ),
    after: PYTHON(
      'import ctypes,os,zlib; l=ctypes.CDLL(None); k=zlib.crc32(os.environ["ID"].encode())&0x7fffffff; l.msgctl(l.msgget(k,0),0,None)',
    ),
  },
]
