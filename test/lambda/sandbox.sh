#!/bin/sh
# Usage: unshare --mount --pid --fork sh sandbox.sh ROOT TASK RUNTIME TMP COMMAND...
# Runs a command as a function runs on Lambda: as a user without privileges, in ROOT, which only reads, with a private and
# writable /tmp, and unable to make namespaces. Needs root.
set -eu
root=$1 task=$2 runtime=$3 tmp=$4
shift 4

mount --bind "$root" "$root"
mount --bind "$task" "$root/var/task"
mount --bind "$runtime" "$root/var/runtime"
mount --bind "$tmp" "$root/tmp"
for device in null zero full random urandom; do mount --bind "/dev/$device" "$root/dev/$device"; done
mount -t proc proc /proc
mount -t proc proc "$root/proc"
for place in "$root" "$root/var/task" "$root/var/runtime"; do mount -o remount,bind,ro "$place"; done

# The limit of 0 further user namespaces belongs to a user namespace of the sandbox's own. Perl drops its capabilities after the
# chroot, because the new root has no program that could. prctl is system call 157, PR_CAP_AMBIENT_CLEAR_ALL 47 and 4, PR_SET_NO_NEW_PRIVS 38.
exec setpriv --reuid=65534 --regid=65534 --clear-groups \
  unshare --user --map-current-user --keep-caps env PERL_BADLANG=0 perl -e '
    delete $ENV{PERL_BADLANG};
    open(my $limit, ">", "/proc/sys/user/max_user_namespaces") or die $!;
    print $limit "0\n";
    close($limit) or die $!;
    chroot(shift @ARGV) or die $!;
    chdir("/var/task") or die $!;
    syscall(157, 47, 4, 0, 0, 0) == 0 or die $!;
    syscall(157, 38, 1, 0, 0, 0) == 0 or die $!;
    exec(@ARGV) or die $!;
  ' "$root" "$@"
