import { z } from 'zod'
import './styles/main.css'
import { openWindow } from './open-window.tsx'

// Compiling schemas needs `eval`, which the page's policy refuses.
z.config({ jitless: true })

const root = document.getElementById('root')
if (root !== null) openWindow(window.orrery, root)
