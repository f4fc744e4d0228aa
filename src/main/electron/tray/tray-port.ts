/** An entry of the tray menu; null is a separator. */
export type TrayItem = { readonly label: string; readonly act: () => void } | null

/** The content of the tray icon. */
export type TrayLook = {
  readonly tooltip: string
  /** The number of requests that wait for the person. */
  readonly needsYou: number
  readonly items: readonly TrayItem[]
  /** Called after a click on the icon. */
  readonly open: () => void
}

/** The tray of the desktop. */
export type TrayPort = {
  /** Whether the desktop shows tray icons. */
  readonly isAvailable: () => Promise<boolean>
  readonly show: (look: TrayLook) => void
  readonly hide: () => void
  /** Shows a number on the app's icon in the dock or task bar, where the desktop has one. */
  readonly badge: (count: number) => void
}
