/** A program and its arguments. */
export type Program = { readonly file: string; readonly args: readonly string[] }

/** The name of the socket by which the app reaches ports of the sandbox. */
export const REACH_SOCKET = 'reach'

/** Everything a launcher needs to know of one command. All paths are canonical and exist. */
export type SandboxProfile = {
  readonly root: string
  /** The folder the program starts in, where that is not the root. */
  readonly cwd?: string
  /** The folder used as the temporary folder of the system. */
  readonly temp: string
  /** The name of a file in the temporary folder that appears when the program starts. Linux only. */
  readonly startMark: string
  readonly writable: readonly string[]
  readonly readOnly: readonly string[]
  /** Folders in whose place commands see another folder, `by`. */
  readonly replaced: readonly { readonly path: string; readonly by: string }[]
  /** Writable folders that cannot be renamed or removed themselves. */
  readonly pinned: readonly string[]
  readonly hiddenFolders: readonly string[]
  readonly hiddenFiles: readonly string[]
  /** Read-only folders in places that are hidden or replaced as a whole. */
  readonly visible: readonly string[]
  /** The folder with the sockets of the proxy and the forwarded ports; null without network. Linux only. */
  readonly link: string | null
  /** The port on which the proxy listens outside; null without network. macOS only. */
  readonly proxyPort: number | null
  /** Ports of this machine the command may reach. */
  readonly forwards: readonly number[]
  /** Whether the app can reach ports of the command, for a person who opens one. Linux only. */
  readonly reach: boolean
  /** The file with the filter of system calls; null without one. Linux only. */
  readonly filter: string | null
  /** Whether it runs as root, to whom the files of the kernel belong. */
  readonly asRoot: boolean
  readonly limits: { readonly memoryBytes: number | null; readonly processes: number | null }
}
