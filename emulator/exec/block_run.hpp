// The blocks of one worker.
#pragma once

#include <memory>
#include <string>

#include "emulator/exec/warp.hpp"

namespace simt::exec {

void prepare_worker(Worker& worker, LaunchContext& launch);

class RunningBlocks;

// Runs the launch's next blocks until none is left; blocks that wait for each other take turns. If it stops earlier, the
// worker's status says why.
class BlockRun {
  public:
    explicit BlockRun(Worker& worker);
    ~BlockRun();
    BlockRun(const BlockRun&) = delete;
    BlockRun& operator=(const BlockRun&) = delete;

    // False: all threads poll memory (Options::may_wait), and this can be called again. last: then it ends the launch instead,
    // with a message that holds this sentence; nullptr: it does not.
    bool go_on(const std::string* last);
    const Waiting& waiting() const;
    void abandon(Status status, const std::string& message);  // of blocks that wait

  private:
    std::unique_ptr<RunningBlocks> blocks_;
};

}  // namespace simt::exec
