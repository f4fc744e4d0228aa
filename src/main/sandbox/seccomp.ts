/** Numbers of system calls on one architecture, as the kernel's tables list them. */
type Calls = {
  /** The value of `AUDIT_ARCH_*`. */
  readonly arch: number
  readonly socket: number
  readonly ioctl: number
  readonly keys: readonly number[]
  /** Calls that cannot be filtered by their arguments, or whose numbers belong to another table. */
  readonly missing: readonly number[]
  /** From here on the numbers belong to the x32 table. */
  readonly foreignFrom?: number
}

/** `io_uring_setup`, `io_uring_enter` and `io_uring_register` have the same numbers everywhere. */
const IO_URING = [425, 426, 427]

/** The architectures a program may use, by the one of this process: its own and the 32-bit one beside it. */
const TABLES: Readonly<Record<string, readonly Calls[]>> = {
  x64: [
    {
      arch: 0xc000003e,
      socket: 41,
      ioctl: 16,
      keys: [248, 249, 250],
      missing: IO_URING,
      foreignFrom: 0x40000000,
    },
    { arch: 0x40000003, socket: 359, ioctl: 54, keys: [286, 287, 288], missing: [...IO_URING, 102] },
  ],
  arm64: [
    { arch: 0xc00000b7, socket: 198, ioctl: 29, keys: [217, 218, 219], missing: IO_URING },
    { arch: 0x40000028, socket: 281, ioctl: 54, keys: [309, 310, 311], missing: IO_URING },
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
const unless = (value: number, steps: readonly Step[]): Step[] => [[0x15, 0, steps.length, value], ...steps]

/** Offsets in `struct seccomp_data`; of arguments the lower half. */
const NUMBER = 0
const ARCH = 4
const FIRST_ARGUMENT = 16
const SECOND_ARGUMENT = 24

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

function stepsFor({ socket, ioctl, keys, missing, foreignFrom }: Calls): Step[] {
  const foreign: Step[] = foreignFrom === undefined ? [] : [[0x35, 0, 1, foreignFrom], refuse(ENOSYS)]
  return [
    load(NUMBER),
    ...foreign,
    ...missing.flatMap((call) => unless(call, [refuse(ENOSYS)])),
    ...keys.flatMap((call) => unless(call, [refuse(EPERM)])),
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
