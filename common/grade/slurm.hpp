// Grades answers on the machines of a cluster, as a job array of Slurm (Debian packages slurm-client, and slurm-wlm for a cluster).
//
// The repository and the folder of the grades lie on a file system that all machines share. What sbatch should know of the
// cluster it reads from the environment: SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_MEM_PER_NODE, SBATCH_GRES, …
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace grade {

// Has a job array run `build/grade/grade --one WORK/KEY` for each key, and calls done(i) once for each: as soon as ready(i), or when
// Slurm has given up on it. Slurm requeues a task whose machine fails; answers that are then still without a result are submitted once
// more. The job ends if this process is interrupted (Interrupted, supervise.hpp); if this process is killed, the job goes on.
// Throws std::runtime_error if Slurm refuses the job.
void run_on_slurm(const std::vector<std::string>& keys, const std::string& work,
                  const std::function<bool(std::size_t)>& ready,
                  const std::function<void(std::size_t)>& done);

// Ends the job of a process that was killed, if there is one, and waits until none of its tasks runs.
void end_left_job(const std::string& work);

}  // namespace grade
