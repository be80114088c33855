import { describe, expect, it } from 'vitest'
import type { PageFiles } from '../security/page-files'
import { pageHeaders } from '../security/policy'
import { isOurs } from './origin'
import { pageReply, pageScheme } from './page-scheme'

const body = new TextEncoder().encode('page')
const files: PageFiles = new Map([
  ['index.html', { type: 'text/html; charset=utf-8', body }],
  ['assets/a-1f.js', { type: 'text/javascript; charset=utf-8', body }]
])

describe('the page’s own scheme (A5)', () => {
  it('is standard and secure and nothing more', () => {
    expect(pageScheme).toStrictEqual({ scheme: 'app', privileges: { standard: true, secure: true } })
  })

  it.each([
    'app://clearhold/',
    'app://clearhold/index.html',
    'app://clearhold/assets/a-1f.js',
    'app://clearhold/#x',
    'app://clearhold/?x'
  ])('%s is found, with the policy (A6)', (address) => {
    const reply = pageReply(files, address)
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject(pageHeaders)
    expect(reply.body).toBe(body)
  })

  it.each([
    'app://clearhold/../index.html',
    'app://clearhold/%2e%2e/index.html',
    'app://clearhold/%2e%2e%2findex.html',
    'app://clearhold/assets%5ca-1f.js',
    'app://clearhold//etc/hostname',
    'app://clearhold/etc/hostname',
    'app://clearhold/index.html%00',
    'app://clearhold/index.html\0',
    'app://other/index.html',
    'app://clearhold.other/index.html',
    'app://user@clearhold/index.html',
    'app://clearhold:80/index.html',
    'APP://CLEARHOLD/none',
    'file:///index.html',
    'https://clearhold/index.html',
    'nonsense',
    ''
  ])('%o is not found, and says so under the same policy', (address) => {
    const reply = pageReply(files, address)
    expect(reply.status).toBe(404)
    expect(reply.headers).toMatchObject(pageHeaders)
  })

  it('the page that tells of a crash needs neither script nor style', () => {
    const { status, body } = pageReply(files, 'app://clearhold/stopped.html')
    expect(status).toBe(200)
    expect(String(body)).not.toMatch(/<script|<style|style=/)
  })
})

describe('whose address it is (A7, B2)', () => {
  it.each(['app://clearhold/', 'app://clearhold/workspaces?x#y'])('%s is ours', (address) => {
    expect(isOurs(address)).toBe(true)
  })

  it.each([
    'app://clearhold.evil.example/',
    'app://evil/?app://clearhold/',
    'app://clearhold@evil/',
    'app://clearhold:1/',
    'https://clearhold/',
    'about:blank',
    'data:text/html,app://clearhold/',
    'javascript:app://clearhold/',
    ''
  ])('%o is not', (address) => {
    expect(isOurs(address)).toBe(false)
  })
})
