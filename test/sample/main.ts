import { z } from 'zod'
import '../../src/renderer/styles/main.css'
import { openWindow } from '../../src/renderer/open-window.tsx'
import { createFakeBridge } from './fake-bridge.ts'

z.config({ jitless: true })

// The address says which sample to show: ?projects=none&theme=light&locale=zh-CN&vault=locked&fail=vault.list
const wishes = new URLSearchParams(location.search)
const root = document.getElementById('root')
const bridge = createFakeBridge((name) => wishes.get(name))
// The looks change the theme as the tests of the app do.
Object.assign(window, { orrery: bridge })
if (root !== null) openWindow(bridge, root)
