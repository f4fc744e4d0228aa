import { app, Menu, nativeImage, Tray } from 'electron'
import { hasTrayHost } from './tray-host.ts'
import { trayPixels } from './tray-image.ts'
import type { TrayLook, TrayPort } from './tray-port.ts'

/** The tray of the desktop that Electron reaches. */
export function createDesktopTray(): TrayPort {
  let tray: Tray | null = null
  let open: TrayLook['open'] = () => {}
  const made = (): Tray => {
    if (tray !== null) return tray
    tray = new Tray(image(false))
    tray.on('click', () => open())
    return tray
  }
  return {
    isAvailable: () => hasTrayHost(process.platform),
    show: (look) => {
      open = look.open
      const icon = made()
      icon.setImage(image(look.needsYou > 0))
      icon.setToolTip(look.tooltip)
      icon.setContextMenu(
        Menu.buildFromTemplate(
          look.items.map((item) =>
            item === null ? { type: 'separator' } : { label: item.label, click: item.act },
          ),
        ),
      )
    },
    hide: () => {
      tray?.destroy()
      tray = null
    },
    badge: (count) => void app.setBadgeCount(count),
  }
}

/** The sizes of the icon, in pixels, with the scale of the display that each is for. */
const SIZES = [
  { size: 22, scaleFactor: 1 },
  { size: 44, scaleFactor: 2 },
]

function image(needsYou: boolean): Electron.NativeImage {
  const made = nativeImage.createEmpty()
  for (const { size, scaleFactor } of SIZES) {
    const buffer = nativeImage
      .createFromBitmap(trayPixels(size, needsYou), { width: size, height: size })
      .toPNG()
    made.addRepresentation({ scaleFactor, width: size, height: size, buffer })
  }
  return made
}
