import { randomBytes } from 'node:crypto'
import type { Asset } from '../assets.ts'
import { FRAME_SCHEME, isFramePage } from './frame-address.ts'

/** Pages kept at the same time, and their size together in bytes. The oldest go first. */
const MOST_PAGES = 50
const MOST_BYTES = 64 * 1024 * 1024

/** Features of the browser that no page in a frame gets. */
const DENIED = [
  ...['accelerometer', 'autoplay', 'bluetooth', 'camera', 'clipboard-read', 'clipboard-write'],
  ...[
    'display-capture',
    'encrypted-media',
    'focus-without-user-activation',
    'fullscreen',
    'gamepad',
    'geolocation',
    'gyroscope',
    'hid',
  ],
  ...['idle-detection', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['publickey-credentials-get', 'screen-wake-lock', 'serial', 'storage-access', 'usb'],
  ...['window-management', 'xr-spatial-tracking'],
]

/** A page runs its own inline scripts and styles and shows its own pictures. It reaches nothing else. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'media-src data:',
  'font-src data:',
  "connect-src 'none'",
  "frame-src 'none'",
  "child-src 'none'",
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "webrtc 'block'",
  'sandbox allow-scripts',
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'permissions-policy': DENIED.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'cache-control': 'no-store',
}

const NOTHING: Asset = { statusCode: 404, headers: {}, data: Buffer.alloc(0) }

/** Keeps foreign pages for their frames and answers requests for them. */
export function createFramePages() {
  const pages = new Map<string, Buffer>()
  let bytes = 0
  const drop = (host: string): void => {
    bytes -= pages.get(host)?.byteLength ?? 0
    pages.delete(host)
  }
  return {
    /** Keeps a page and returns its address. */
    add: (html: Uint8Array): string => {
      const host = randomBytes(16).toString('hex')
      pages.set(host, Buffer.from(html))
      bytes += html.byteLength
      for (const old of [...pages.keys()]) {
        if (old !== host && (pages.size > MOST_PAGES || bytes > MOST_BYTES)) drop(old)
      }
      return `${FRAME_SCHEME}://${host}/`
    },
    answer: ({ method, url }: { readonly method: string; readonly url: string }): Asset => {
      if (method !== 'GET' || !isFramePage(url)) return NOTHING
      const { host, pathname } = new URL(url)
      const page = pathname === '/' ? pages.get(host) : undefined
      if (page === undefined) return NOTHING
      return {
        statusCode: 200,
        headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' },
        data: page,
      }
    },
  }
}

export type FramePages = ReturnType<typeof createFramePages>
