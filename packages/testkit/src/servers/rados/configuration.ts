interface ClusterPlace {
  folder: string;
  cluster: string;
  monitorPort: number;
  /** Parts of an upload must have so many bytes, but for the last. It is looked at when they are put together. */
  minPartBytes: number;
}

/**
 * A cluster of one node that keeps its objects in memory and waits for nobody. The intervals are those of a test: with
 * Ceph's own the first start takes twelve seconds, most of them waiting for the next round of the monitor.
 */
export function cephConfiguration({ folder, cluster, monitorPort, minPartBytes }: ClusterPlace): string {
  return `[global]
fsid = ${cluster}
mon host = v2:127.0.0.1:${monitorPort}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind ipv6 = false
ms bind msgr1 = false
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
keyring = ${folder}/keyring
run dir = ${folder}
crash dir = ${folder}/crash
admin socket =
log file =
pid file =
log to stderr = true
err to stderr = true
mon data = ${folder}/mon
mon data avail crit = 0
mon data avail warn = 0
mon allow pool size one = true
mon tick interval = 1
paxos propose interval = 0.05
paxos min wait = 0.01
osd data = ${folder}/osd
osd objectstore = memstore
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pg autoscale mode = off
memstore device bytes = 2147483648
rgw thread pool size = 32
rgw user quota bucket sync interval = 1
rgw bucket quota ttl = 0
rgw multipart min part size = ${minPartBytes}
`;
}
