/** Numbers of system calls on one architecture, as the kernel's tables list them. */
type Calls = {
  /** The value of `AUDIT_ARCH_*`. */
  readonly arch: number
  readonly socket: number
  readonly ioctl: number
  readonly keys: readonly number[]
  /** Calls that set the rights of a file, and the place of the rights among their arguments. */
  readonly rights: readonly Argument[]
  /** Calls that may create a file, with the place of their flags; the rights follow. */
  readonly opens: readonly Argument[]
  /** Calls that cannot be filtered by their arguments, or whose numbers belong to another table. */
  readonly missing: readonly number[]
  /** From here on the numbers belong to the x32 table. */
  readonly foreignFrom?: number
}

/** A system call, and the place of one of its arguments, from 0. */
type Argument = readonly [call: number, argument: number]

/** `io_uring_setup`, `io_uring_enter` and `io_uring_register` have the same numbers everywhere. */
const IO_URING = [425, 426, 427]
/** `openat2` takes its rights from memory, where no filter can read them. Programs fall back to `openat`. */
const OPENAT2 = 437
const UNREADABLE = [...IO_URING, OPENAT2]
/** `fchmodat2` has the same number everywhere. */
const FCHMODAT2: Argument = [452, 2]

/** The architectures a program may use, by the one of this process: its own and the 32-bit one beside it. */
const TABLES: Readonly<Record<string, readonly Calls[]>> = {
  x64: [
    {
      arch: 0xc000003e,
      socket: 41,
      ioctl: 16,
      keys: [248, 249, 250],
      rights: [[90, 1], [91, 1], [268, 2], FCHMODAT2, [85, 1], [133, 1], [259, 2]],
      opens: [
        [2, 1],
        [257, 2],
      ],
      missing: UNREADABLE,
      foreignFrom: 0x40000000,
    },
    {
      arch: 0x40000003,
      socket: 359,
      ioctl: 54,
      keys: [286, 287, 288],
      missing: [...UNREADABLE, 102],
      rights: [[15, 1], [94, 1], [306, 2], FCHMODAT2, [8, 1], [14, 1], [297, 2]],
      opens: [
        [5, 1],
        [295, 2],
      ],
    },
  ],
  arm64: [
    {
      arch: 0xc00000b7,
      socket: 198,
      ioctl: 29,
      keys: [217, 218, 219],
      missing: UNREADABLE,
      rights: [[52, 1], [53, 2], FCHMODAT2, [33, 2]],
      opens: [[56, 2]],
    },
    {
      arch: 0x40000028,
      socket: 281,
      ioctl: 54,
      keys: [309, 310, 311],
      missing: UNREADABLE,
      rights: [[15, 1], [94, 1], [333, 2], FCHMODAT2, [8, 1], [14, 1], [324, 2]],
      opens: [
        [5, 1],
        [322, 2],
      ],
    },
  ],
}

/** Local sockets, both versions of IP, and the questions about the network that libraries ask the kernel. */
const FAMILIES = [1, 2, 10, 16]
/** Requests that put text into a terminal as if a person had typed it. */
const TYPING = [0x5412, 0x541c]

const EPERM = 1
const ENOSYS = 38
const EAFNOSUPPORT = 97

type Step = readonly [code: number, yes: number, no: number, value: number]

const load = (offset: number): Step => [0x20, 0, 0, offset]
const answer = (value: number): Step => [0x06, 0, 0, value]
const allow = answer(0x7fff0000)
const refuse = (error: number): Step => answer(0x00050000 + error)
/** Skips steps where none of some bits is set. */
const ifAny = (bits: number, steps: readonly Step[]): Step[] => [[0x45, 0, steps.length, bits], ...steps]
const unless = (value: number, steps: readonly Step[]): Step[] => [[0x15, 0, steps.length, value], ...steps]

/** Offsets in `struct seccomp_data`; of arguments the lower half. */
const NUMBER = 0
const ARCH = 4
const argument = (place: number) => 16 + 8 * place
const FIRST_ARGUMENT = argument(0)
const SECOND_ARGUMENT = argument(1)

/** Rights with which a program runs as the owner of its file: another user of the machine could become the person. */
const SET_ID = 0o6000
/** `O_CREAT` and the bit of `O_TMPFILE`: without them the rights are not read, and may be anything. */
const CREATES = 0o100 | 0o20000000

/**
 * Builds the filter of system calls for bubblewrap, as BPF (seccomp(2)). Namespaces do not separate kernel keyrings
 * and sockets to the machine around a virtual machine; `io_uring` would pass the filter by. Null on architectures whose
 * numbers are not known here.
 */
export function seccompFilter(architecture: string): Uint8Array | null {
  const tables = TABLES[architecture]
  if (tables === undefined) return null
  const steps = [
    load(ARCH),
    ...tables.flatMap((table) => unless(table.arch, stepsFor(table))),
    refuse(ENOSYS),
  ]
  const bytes = new DataView(new ArrayBuffer(steps.length * 8))
  steps.forEach(([code, yes, no, value], at) => {
    bytes.setUint16(at * 8, code, true)
    bytes.setUint8(at * 8 + 2, yes)
    bytes.setUint8(at * 8 + 3, no)
    bytes.setUint32(at * 8 + 4, value, true)
  })
  return new Uint8Array(bytes.buffer)
}

function stepsFor({ socket, ioctl, keys, rights, opens, missing, foreignFrom }: Calls): Step[] {
  const foreign: Step[] = foreignFrom === undefined ? [] : [[0x35, 0, 1, foreignFrom], refuse(ENOSYS)]
  return [
    load(NUMBER),
    ...foreign,
    ...missing.flatMap((call) => unless(call, [refuse(ENOSYS)])),
    ...keys.flatMap((call) => unless(call, [refuse(EPERM)])),
    ...rights.flatMap(([call, place]) =>
      unless(call, [load(argument(place)), ...ifAny(SET_ID, [refuse(EPERM)]), allow]),
    ),
    ...opens.flatMap(([call, place]) => {
      const creates = [load(argument(place + 1)), ...ifAny(SET_ID, [refuse(EPERM)])]
      return unless(call, [load(argument(place)), ...ifAny(CREATES, creates), allow])
    }),
    ...unless(socket, [
      load(FIRST_ARGUMENT),
      ...FAMILIES.flatMap((family) => unless(family, [allow])),
      refuse(EAFNOSUPPORT),
    ]),
    ...unless(ioctl, [
      load(SECOND_ARGUMENT),
      ...TYPING.flatMap((request) => unless(request, [refuse(EPERM)])),
      allow,
    ]),
    allow,
  ]
}
