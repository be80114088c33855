import { describe, expect, it } from 'vitest'
import { sourceId, workspaceId } from './workspace-id'

describe('the id devlaunch derives', () => {
  it.each([
    ['blooop', 'devlaunch', 'main', 'devlaunch-main-3j1t'],
    ['BlOoOp', 'dEvLaUnCh', 'main', 'devlaunch-main-3j1t'],
    ['blooop', 'devlaunch', 'Main', 'devlaunch-main-jzcc'],
    ['owner', 'repo', 'v1.2.3', 'repo-v1-2-3-nw8g'],
    ['blooop', 'devlaunch', 'feature/auth', 'devlaunch-feature-auth-np10'],
    [
      'blooop',
      'python_template',
      'dependabot/pip/lib/dependencies-1',
      'python-template-dependabot-dependencies-1-ellr'
    ],
    ['owner', 'r'.repeat(47), 'main', `${'r'.repeat(20)}-main-134a`]
  ])('A002: %s/%s at %s is %s', (owner, repo, ref, id) => {
    expect(workspaceId(owner, repo, ref)).toBe(id)
  })

  it('A002: a source without a ref', () => {
    expect(sourceId('github.com/owner/repo')).toBe('github-com-owner-repo-jbsm')
  })

  it('A002: never longer than 47 characters', () => {
    const names = ['a', 'repo', 'x'.repeat(60), 'Ünïcode', '_', 'a.b.c']
    const refs = ['main', 'f/'.repeat(40), 'z'.repeat(80), `${'seg/'.repeat(12)}end`, 'ß']
    for (const owner of names)
      for (const repo of names)
        for (const ref of refs) {
          const id = workspaceId(owner, repo, ref)
          expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
          expect(id?.length).toBeLessThanOrEqual(47)
        }
  })

  it.each(['--evil', '', '-x', '.hidden', '/abs', 'a b', 'a;b', 'x\n\n'])(
    'A003: refuses %j in each position',
    (name) => {
      expect(workspaceId('owner', 'repo', name)).toBeNull()
      expect(workspaceId('owner', name, 'main')).toBeNull()
      expect(workspaceId(name, 'repo', 'main')).toBeNull()
    }
  )
})
