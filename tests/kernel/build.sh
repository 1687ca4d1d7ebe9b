#!/bin/sh
# Builds a Linux that runs as an ordinary program (user-mode Linux) and has simulated GPIO lines, from Debian's own
# source package. Says the path of the kernel; one that is there already is not built again.
#
#   ./build.sh        about four minutes on two cores, 700 MB of disk while it lasts, then 5 MB
#
# It is kept in $XDG_CACHE_HOME/cardtable/kernel. Exit status 77: cannot be built here, and the last line says why.
set -eu

here=$(dirname -- "$(readlink -f -- "$0")")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/cardtable/kernel
kernel=$cache/linux-$(cksum <"$here/build.sh" | cut -d' ' -f1)
log=$cache/build.log

skip() {
    echo "kernel: $*" >&2
    exit 77
}
step() { # WHAT COMMAND...
    echo "kernel: $1 ..." >&2
    shift
    set +e # a function that is asked with || would go on after a command that fails
    (
        set -e
        "$@"
    ) >>"$log" 2>&1
    status=$?
    set -e
    [ $status -eq 0 ] || {
        tail -n 20 "$log" >&2
        echo "kernel: that failed; all that was said is in $log" >&2
        exit 1
    }
}

# What is built in. The tests' own machine is the guest's too: its files come through HOSTFS, under an overlay that
# takes what is written.
options='64BIT SLUB PRINTK MULTIUSER EXPERT BINFMT_ELF BINFMT_SCRIPT PROC_FS PROC_SYSCTL SYSFS TMPFS SHMEM DEVTMPFS
    EPOLL EVENTFD TIMERFD SIGNALFD FUTEX POSIX_TIMERS HIGH_RES_TIMERS NO_HZ_IDLE AIO FILE_LOCKING ADVISE_SYSCALLS
    MEMBARRIER HOSTFS OVERLAY_FS TTY STDERR_CONSOLE NULL_CHAN CONFIGFS_FS GPIOLIB GPIO_CDEV GPIO_SIM
    UML_TIME_TRAVEL_SUPPORT CC_OPTIMIZE_FOR_PERFORMANCE'

# Left out while unpacking, which is most of it: nothing of this is compiled. Kconfig reads its own files there.
unused='drivers/gpu drivers/net drivers/media drivers/scsi drivers/staging drivers/infiniband drivers/usb drivers/iio
    drivers/target drivers/crypto sound net fs/xfs fs/btrfs'

find_source() { # sets source
    for tool in make gcc flex bison bc xz dpkg-deb apt-get; do
        command -v "$tool" >/dev/null ||
            skip "$tool is missing: sudo apt-get install --no-install-recommends build-essential flex bison bc xz-utils"
    done
    [ "$(uname -m)" = x86_64 ] || skip "user-mode Linux runs on x86-64 only, and this is $(uname -m)"
    source=$(apt-cache depends linux-source 2>/dev/null | sed -n 's/^ *Depends: \(linux-source-[0-9.]*\)$/\1/p' | head -n 1)
    [ -n "$source" ] || skip "Debian's package linux-source is not known here: sudo apt-get update"
    (cd "$work" && apt-get download "$source" >>"$log" 2>&1) || skip "$source cannot be downloaded: see $log"
}

unpack() {
    for folder in $unused; do
        echo "$source/$folder/*.[ch]"
    done >"$work/unused"
    mkdir "$work/tree"
    dpkg-deb --fsys-tarfile "$work/$source"_*.deb | tar -xO "./usr/src/$source.tar.xz" |
        tar -xJ -C "$work/tree" --strip-components=1 --exclude-from="$work/unused" --exclude="$source/Documentation/*.rst"
}

# User-mode Linux has no interrupt numbers to spare and cannot interrupt itself. So it gets 128 numbers more, and a
# simulated line delivers its edge at once: otherwise an edge waits for the next tick of 10 ms and merges with others.
adapt() {
    cd "$work/tree"
    sed -i 's/^\(#define NR_IRQS\s*\)UM_LAST_SIGNAL_IRQ$/\1(UM_LAST_SIGNAL_IRQ + 128)/' arch/um/include/asm/irq.h
    grep -q '+ 128)' arch/um/include/asm/irq.h
    sed -i -e 's/irq_work_queue(\(&irq_ctx->work_ctx->work\));/irq_sim_deliver(\1);/' \
        -e '/^static void irq_sim_irqmask/i\
static void irq_sim_handle_irq(struct irq_work *work);\
static void irq_sim_deliver(struct irq_work *work)\
{\
	unsigned long flags;\
\
	local_irq_save(flags);\
	irq_sim_handle_irq(work);\
	local_irq_restore(flags);\
}\
' kernel/irq/irq_sim.c
    [ "$(grep -c irq_sim_deliver kernel/irq/irq_sim.c)" = 2 ]
}

configure() {
    cd "$work/tree"
    make -s ARCH=um tinyconfig
    for option in $options; do
        ./scripts/config -e "$option"
    done
    ./scripts/config -d SLOB -d CC_OPTIMIZE_FOR_SIZE -d MODULES -d NET
    make -s ARCH=um olddefconfig
    for option in GPIO_SIM GPIO_CDEV HOSTFS OVERLAY_FS UML_TIME_TRAVEL_SUPPORT; do
        grep "^CONFIG_$option=y" .config
    done
}

compile() { make -s -C "$work/tree" ARCH=um -j"$(nproc)" linux; }

build() {
    work=$cache/work
    rm -rf -- "$work" "$cache"/linux-*
    mkdir -- "$work"
    : >"$log"
    find_source
    step "unpacking $source" unpack
    step "adapting it" adapt
    step "configuring it" configure
    step "compiling it, some minutes" compile
    strip -o "$kernel.new" "$work/tree/linux"
    mv -- "$kernel.new" "$kernel"
    rm -rf -- "$work"
}

main() {
    mkdir -p -- "$cache"
    exec 9>"$cache/lock"
    flock 9 # of two calls the second finds it built
    [ -x "$kernel" ] || build
    echo "$kernel"
}

main
