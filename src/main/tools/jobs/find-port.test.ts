import { expect, it } from 'vitest'
import { findPort } from './find-port.ts'

it.each([
  ['  ➜  Local:   http://localhost:5173/', 5173],
  ['ready - started server on 0.0.0.0:3000, url: http://localhost:3000', 3000],
  ['Serving HTTP on 0.0.0.0 port 8000 (http://0.0.0.0:8000/) ...', 8000],
  ['Listening on [::]:4321', 4321],
  ['listening at 127.0.0.1:9229', 9229],
  ['Server running on port 4000', 4000],
  ['Uvicorn running on http://127.0.0.1:8001 (Press CTRL+C to quit)', 8001],
  ['http://[::1]:7000/', 7000],
])('finds the port in %j', (line, port) => {
  expect(findPort(line)).toBe(port)
})

it.each([
  'see http://example.com:8080/',
  'http://localhost.example.com:8080/',
  'http://localhost/',
  'the port is blocked',
  'listening on port 99999',
  'GET /server 200 in 3000 ms',
  '',
])('finds no port in %j', (line) => {
  expect(findPort(line)).toBeNull()
})
