/** Nothing of the environment of the tests reaches Ceph: its tools read their arguments from it too. */
export const CEPH_ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };
