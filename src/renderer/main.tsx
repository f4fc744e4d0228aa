import './styles/main.css'
import { openWindow } from './open-window.tsx'
import { keepSchemasUncompiled } from './ui/base/keep-schemas-uncompiled.ts'

keepSchemasUncompiled()

const root = document.getElementById('root')
if (root !== null) openWindow(window.orrery, root)
