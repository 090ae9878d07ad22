#!/bin/sh
# Grades a class on a Slurm of one node, which this test starts and stops: munge, slurmctld and slurmd with their own key, sockets,
# ports and folders. The grader is killed in the middle, a task is killed, another is requeued; the grades are those of `make grade`
# without Slurm.
set -u
export DEVICE=emulator PATH="$PATH:/usr/sbin:/sbin"
for program in munged slurmctld slurmd sbatch squeue; do
    command -v $program >/dev/null || {
        echo "$program is not there: Debian's packages slurm-wlm and munge have it"
        exit 77
    }
done
[ "$(id -u)" = 0 ] || {
    echo "slurmd is started by root only"
    exit 77
}
mkdir -p build/test-results
work=$(mktemp -d "$PWD/build/test-results/slurm.XXXXXX")
cluster=$(mktemp -d /tmp/slurm.XXXXXX) # a socket's path is short
export SLURM_CONF="$cluster/slurm.conf"
status=0

stop() {
    scancel --user="$(id -un)" 2>/dev/null
    for program in slurmd slurmctld munged; do
        [ -s "$cluster/$program.pid" ] || continue
        process=$(cat "$cluster/$program.pid")
        kill "$process" 2>/dev/null
        for wait in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
            kill -0 "$process" 2>/dev/null || break
            sleep 0.5
        done
        kill -9 "$process" 2>/dev/null
    done
    rm -rf "$work" "$cluster"
}
trap stop EXIT
trap 'exit 1' INT TERM

fail() {
    printf 'FAILED: %s\n' "$1"
    status=1
}
# free_port FIRST: a port from there on that nothing listens to.
free_port() {
    port=$1
    while grep -qi ":$(printf %04X "$port") " /proc/net/tcp /proc/net/tcp6 2>/dev/null; do port=$((port + 1)); done
    echo "$port"
}
start() {
    mkdir "$cluster/state" "$cluster/spool"
    chmod 755 "$cluster"
    head -c 128 /dev/urandom >"$cluster/key"
    chmod 600 "$cluster/key"
    controller=$(free_port 26817)
    cat >"$SLURM_CONF" <<END
ClusterName=test
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$cluster/munge
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/slurmd.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdLogFile=$cluster/slurmd.log
SlurmctldPort=$controller
SlurmdPort=$(free_port $((controller + 1)))
ReturnToService=2
KillWait=2
MailProg=/bin/true
NodeName=node NodeHostname=$(hostname) NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    munged --key-file="$cluster/key" --socket="$cluster/munge" --pid-file="$cluster/munged.pid" \
        --log-file="$cluster/munged.log" --seed-file="$cluster/seed" --force 2>/dev/null &&
        slurmctld -c && slurmd -N node || return 1
    for wait in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sinfo --noheader --format=%t 2>/dev/null | grep -qx idle && return 0
        sleep 0.5
    done
    return 1
}
# grade GRADES OPTIONS…: the output of the grader is in $work/said.
grade() {
    grades=$1
    shift
    build/grade/grade --submissions "$work/class" --grades "$work/$grades" --seed 17 --jobs 2 "$@" >"$work/said" 2>&1
}
results() { ls "$work/$1/results" 2>/dev/null | grep -c 'json$'; }
# rows GRADES: grades.csv without the seconds.
rows() { sed -E 's/,([0-9.]*),(bubblewrap|none),/,,\2,/' "$work/$1/grades.csv"; }
# wait_until COMMAND…: a minute at most.
wait_until() {
    for wait in $(seq 300); do
        "$@" && return 0
        sleep 0.2
    done
    return 1
}
graded_two() { [ "$(results killed)" -ge 2 ]; }
running_task() { squeue --noheader --array --states=RUNNING --format=%i | head -1; }
is_running() { [ -n "$(running_task)" ]; }

start || {
    cat "$cluster"/*.log
    fail "a Slurm of one node starts"
    exit 1
}

# Answers that differ, so that each is run: right ones, and a wrong one.
solution=solutions/02-transpose/1-uncoalesced-side/transpose.cu
for student in 1 2 3 4 5; do
    mkdir -p "$work/class/student $student"
    { cat $solution && echo "// $student"; } >"$work/class/student $student/02.1.cu"
done
mkdir -p "$work/class/wrong"
echo 'void transpose(' >"$work/class/wrong/02.1.cu"

isolation=
grade local
if grep -q "no sandbox can be made" "$work/said"; then
    isolation="--isolation none"
    grade local $isolation
fi
[ "$(grep -c ',yes,' "$work/local/grades.csv")" = 5 ] || {
    cat "$work/said"
    fail "the class is graded without Slurm"
}
grade cluster --slurm $isolation || {
    cat "$work/said" "$cluster"/slurm*.log
    fail "a class is graded through Slurm"
}
[ "$(rows cluster)" = "$(rows local)" ] || fail "the grades are the same as without Slurm"
[ -e "$work/cluster/work" ] && fail "no files of the job are left"

# Killed in the middle, then called again.
build/grade/grade --submissions "$work/class" --grades "$work/killed" --seed 17 --slurm $isolation >"$work/said" 2>&1 &
grader=$!
wait_until graded_two || fail "some answers are graded before the grader is killed"
kill -9 $grader || fail "the grader was killed in the middle"
wait $grader 2>/dev/null
grade killed --slurm $isolation || fail "a grader that was killed goes on"
[ "$(rows killed)" = "$(rows local)" ] || fail "a grader that was killed and called again gives the same grades"
again=$(sed -n 's/.* \([0-9]*\) answers were run now.*/\1/p' "$work/said")
[ "${again:-9}" -lt "$(results local)" ] || fail "what a killed grader has graded is not graded again"

# A task that is killed, and one that the cluster requeues.
build/grade/grade --submissions "$work/class" --grades "$work/failing" --seed 17 --slurm $isolation >"$work/said" 2>&1 &
grader=$!
wait_until is_running || fail "a task runs"
scancel --signal=KILL --full "$(running_task)"
sleep 0.5
wait_until is_running || fail "another task runs"
task=$(running_task)
scontrol requeue "$task" 2>/dev/null
while kill -0 $grader 2>/dev/null; do
    scontrol update JobId="$task" StartTime=now 2>/dev/null # a task that was requeued begins after two minutes otherwise
    sleep 0.5
done
wait $grader || fail "a class is graded although tasks fail"
[ "$(rows failing)" = "$(rows local)" ] || {
    diff "$work/local/grades.csv" "$work/failing/grades.csv"
    fail "a task that was killed and one that was requeued change no grade"
}
squeue --noheader | grep -q . && fail "no task is left"
exit $status
